import { type Fields, isFields } from '../../dialects/fields.ts'

/**
 * What the options of a call carry beside its messages, as texts: tool definitions in any provider's form, formats of the
 * answer, and instructions. Settings are left out.
 */
export function measureOptions(options: Fields): string[] {
  const texts: string[] = []
  for (const tool of [...listOf(options['tools']), ...listOf(options['functions'])]) addTool(texts, tool)
  const { text } = options
  const formats = [
    isFields(text) ? text['format'] : undefined,
    ...formatFields.map((field) => options[field]),
  ]
  const format = formats.find((value) => value !== undefined)
  addJson(texts, format)
  for (const field of ['instructions', 'system', 'systemInstruction']) addJson(texts, options[field])
  return texts
}

function addTool(texts: string[], tool: Fields): void {
  const definition = isFields(tool['function']) ? tool['function'] : tool
  const schema = schemaFields.map((field) => definition[field]).find((value) => value !== undefined)
  if (typeof definition['name'] !== 'string' || schema === undefined) {
    // A provider's own tool: the provider adds its definition, which can't be seen from here.
    addJson(texts, tool)
    return
  }
  addJson(texts, definition['name'])
  addJson(texts, definition['description'])
  addJson(texts, schema)
  addJson(texts, definition['input_examples'])
}

function addJson(texts: string[], value: unknown): void {
  if (value === undefined || value === null) return
  const text = typeof value === 'string' ? value : jsonOf(value)
  if (text !== '') texts.push(text)
}

// A tool that the model's package doesn't convert may hold anything.
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return ''
  }
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

const schemaFields = ['parameters', 'input_schema', 'inputSchema', 'schema'] as const
// One schema in the forms of several providers: each of them is there in the place of the others.
const formatFields = ['response_format', 'outputConfig', 'responseSchema'] as const
