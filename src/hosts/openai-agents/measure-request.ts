import { type Fields, isFields } from '../../dialects/fields.ts'
import type { ModelRequest } from './agents-model.ts'
import { providerOverrides } from './provider-overrides.ts'

/**
 * What a request carries beside its items, as texts: instructions, tools, handoffs, the schema of an output type, and what
 * the settings add to the request that isn't known to be a setting. Numbers and switches are no content.
 */
export function measureRequest(request: ModelRequest): string[] {
  const texts: string[] = []
  addContent(texts, request.systemInstructions)
  for (const tool of listOf(request.tools)) addFields(texts, tool, toolSettings)
  for (const handoff of listOf(request.handoffs)) addFields(texts, handoff, none)
  // The output type `'text'` is no schema.
  if (isFields(request.outputType)) addFields(texts, request.outputType, schemaSettings)
  addFields(texts, providerOverrides(request), requestSettings)
  return texts
}

function addFields(texts: string[], fields: Fields, settings: ReadonlySet<string>): void {
  for (const [key, value] of Object.entries(fields)) if (!settings.has(key)) addContent(texts, value)
}

function addContent(texts: string[], value: unknown): void {
  if (typeof value === 'string') texts.push(value)
  if (typeof value !== 'object' || value === null) return
  const text: unknown = JSON.stringify(value)
  // `undefined` for what JSON has no form for.
  if (typeof text === 'string') texts.push(text)
}

function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

const none: ReadonlySet<string> = new Set()
const toolSettings: ReadonlySet<string> = new Set(['type', 'strict', 'deferLoading', 'allowedCallers'])
const schemaSettings: ReadonlySet<string> = new Set(['type', 'strict'])
// `input` is no setting: in the extra body it would stand for the whole list.
const requestSettings: ReadonlySet<string> = new Set([
  ...['model', 'stream', 'stream_options', 'user', 'metadata', 'store', 'reasoning', 'reasoning_effort'],
  ...['include', 'truncation', 'tool_choice', 'service_tier', 'safety_identifier', 'prompt_cache_key'],
  ...['prompt_cache_options', 'prompt_cache_retention', 'context_management', 'verbosity', 'logit_bias'],
])
