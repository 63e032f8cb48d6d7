import type { ModelRequest } from './language-model.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * What a request carries beside its prompt, as texts: tool definitions, the response format, and instructions that stand
 * in provider options. Settings are left out.
 */
export function measureRequest({ tools, responseFormat, providerOptions }: ModelRequest): string[] {
  const texts: string[] = []
  for (const tool of Array.isArray(tools) ? tools : []) if (isFields(tool)) addTool(texts, tool)
  if (isFields(responseFormat)) {
    addText(texts, responseFormat['name'])
    addText(texts, responseFormat['description'])
    addJson(texts, responseFormat['schema'])
  }
  for (const options of isFields(providerOptions) ? Object.values(providerOptions) : []) {
    if (isFields(options)) addText(texts, options['instructions'])
  }
  return texts
}

function addTool(texts: string[], tool: Fields): void {
  addText(texts, tool['name'])
  addText(texts, tool['description'])
  addJson(texts, tool['inputSchema'])
  addJson(texts, tool['inputExamples'])
  // A provider's own tool: the provider adds its definition, which can't be seen from here.
  if (tool['type'] !== 'function') addText(texts, tool['id'])
  addJson(texts, tool['args'])
}

function addText(texts: string[], text: unknown): void {
  if (typeof text === 'string') texts.push(text)
}

function addJson(texts: string[], value: unknown): void {
  // `undefined` for what JSON has no form for.
  if (value !== undefined) addText(texts, JSON.stringify(value))
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
