import { type Fields, isFields } from '../../dialects/fields.ts'

/**
 * What a request carries beside its list, as texts: tools, functions, the response format, instructions, and every field
 * that isn't known to be a setting. Numbers and switches are no content.
 */
export function measureBody(body: Fields): string[] {
  const texts: string[] = []
  for (const [field, value] of Object.entries(body)) {
    if (settings.has(field)) continue
    if (definitionLists.has(field)) addEach(texts, value)
    else if (field === 'text') addDefinition(texts, isFields(value) ? value['format'] : undefined)
    else if (field === 'response_format') addDefinition(texts, value)
    else addContent(texts, value)
  }
  return texts
}

function addEach(texts: string[], list: unknown): void {
  if (Array.isArray(list)) for (const definition of list) addDefinition(texts, definition)
}

// The same definition stands in a field of its own in Chat Completions, and flat in Responses.
function addDefinition(texts: string[], value: unknown): void {
  if (!isFields(value)) return
  const nested = value['function'] ?? value['custom'] ?? value['json_schema']
  const definition = isFields(nested) ? nested : value
  for (const [field, content] of Object.entries(definition)) {
    if (field !== 'type') addContent(texts, content)
  }
}

function addContent(texts: string[], value: unknown): void {
  if (typeof value === 'string') texts.push(value)
  if (typeof value !== 'object' || value === null) return
  const text: unknown = JSON.stringify(value)
  // `undefined` for what JSON has no form for.
  if (typeof text === 'string') texts.push(text)
}

const definitionLists: ReadonlySet<string> = new Set(['tools', 'functions'])

// `messages` and `input` are the list itself. Of the others, the model reads none.
const settings: ReadonlySet<string> = new Set([
  ...['messages', 'input', 'model', 'stream', 'stream_options', 'n', 'stop', 'user', 'metadata', 'store'],
  ...['reasoning', 'reasoning_effort', 'verbosity', 'modalities', 'audio', 'include', 'truncation'],
  ...['tool_choice', 'function_call', 'logit_bias', 'service_tier', 'safety_identifier', 'access_programs'],
  ...['prompt_cache_key', 'prompt_cache_options', 'prompt_cache_retention', 'background_options'],
  ...['moderation', 'context_management'],
])
