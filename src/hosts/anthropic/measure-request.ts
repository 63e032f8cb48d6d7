import type { MessagesBody } from './messages-body.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * What a request carries beside its messages, as texts: the system prompt, tool definitions, the schema of an output
 * format, the tool that is asked for, and instructions to the server's own compaction. Settings are left out.
 */
export function measureRequest(body: MessagesBody): string[] {
  const texts: string[] = []
  addBlocks(texts, body.system)
  for (const tool of listOf(body.tools)) addTool(texts, tool)
  addText(texts, fieldsOf(body.tool_choice)['name'])
  addValue(texts, fieldsOf(fieldsOf(body.output_config)['format'])['schema'])
  addValue(texts, fieldsOf(body.output_format)['schema'])
  for (const edit of listOf(fieldsOf(body.context_management)['edits'])) addText(texts, edit['instructions'])
  addText(texts, fieldsOf(body.compaction)['instructions'])
  return texts
}

function addBlocks(texts: string[], system: unknown): void {
  if (typeof system === 'string') texts.push(system)
  for (const block of listOf(system)) addOthers(texts, block, blockSettings)
}

function addTool(texts: string[], tool: Fields): void {
  addOthers(texts, tool, tool['type'] === 'custom' ? customToolSettings : toolSettings)
}

function addOthers(texts: string[], fields: Fields, settings: ReadonlySet<string>): void {
  for (const [key, value] of Object.entries(fields)) if (!settings.has(key)) addValue(texts, value)
}

function addText(texts: string[], text: unknown): void {
  if (typeof text === 'string') texts.push(text)
}

function addValue(texts: string[], value: unknown): void {
  if (value === null || value === undefined) return
  addText(texts, typeof value === 'string' ? value : JSON.stringify(value))
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}

const blockSettings: ReadonlySet<string> = new Set(['type', 'cache_control'])
const toolSettings: ReadonlySet<string> = new Set([
  ...['cache_control', 'strict', 'defer_loading', 'eager_input_streaming', 'allowed_callers'],
])
const customToolSettings: ReadonlySet<string> = new Set([...toolSettings, 'type'])
