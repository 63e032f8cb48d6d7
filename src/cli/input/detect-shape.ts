import { type Fields, isFields } from '../../dialects/fields.ts'
import { InputError } from '../input-error.ts'
import type { FoundList } from './find-list.ts'
import type { ShapeName } from './shape-names.ts'
import { shapeTitles } from './shape-titles.ts'

export interface DetectedShape {
  readonly shape: ShapeName
  readonly isSure: boolean
}

type Evidence = (item: Fields, parts: readonly Fields[]) => boolean

const hasPart =
  (...types: readonly string[]): Evidence =>
  (_, parts) =>
    parts.some(({ type }) => types.includes(String(type)))

// What stands in messages of one shape and of no other.
const evidence: Readonly<Record<string, Evidence>> = {
  'openai-chat': (item, parts) =>
    'tool_calls' in item && 'role' in item && item['type'] === undefined
      ? true
      : 'function_call' in item ||
        (item['role'] === 'tool' && 'tool_call_id' in item) ||
        item['role'] === 'function' ||
        hasPart('image_url', 'input_audio')(item, parts),
  'openai-responses': (item, parts) =>
    (item['role'] === undefined && isItemType(item['type'])) ||
    hasPart('input_text', 'output_text', 'input_image', 'input_file')(item, parts),
  anthropic: (item, parts) =>
    hasPart('tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use')(item, parts) ||
    parts.some(({ type, source }) => (type === 'image' || type === 'document') && isFields(source)),
  'ai-sdk': (item, parts) =>
    hasPart('tool-call', 'tool-result', 'reasoning', 'tool-approval-request')(item, parts) ||
    'providerOptions' in item ||
    parts.some((part) => 'mediaType' in part || (part['type'] === 'image' && 'image' in part)),
  langchain: (item) =>
    item['lc'] === 1 ||
    (item['role'] === undefined &&
      ['human', 'ai', 'tool', 'system'].includes(String(item['type'])) &&
      'content' in item),
}

/**
 * Tells whose messages a list holds, going by what no other shape has. Not sure where nothing of the kind is there: plain
 * text looks the same everywhere, and measures the same.
 *
 * @throws InputError when messages of several shapes stand in one list
 */
export function detectShape(
  { items, field, hasSystemBeside, placeOf }: FoundList,
  name: string,
): DetectedShape {
  const found = new Map<string, number>()
  items.forEach((item, index) => {
    if (!isFields(item)) return
    const parts = Array.isArray(item['content']) ? item['content'].filter(isFields) : []
    // A message of LangChain may hold another provider's parts.
    const isLangChain = evidence['langchain']?.(item, parts)
    for (const [shape, holds] of Object.entries(evidence)) {
      if (isLangChain && shape !== 'langchain') continue
      if (!found.has(shape) && holds(item, parts)) found.set(shape, index)
    }
  })
  const [first, second] = [...found] as [ShapeName, number][] // keys of `evidence`, all of them names
  if (first && second) {
    throw new InputError(
      name,
      undefined,
      `has messages of two shapes, ${shapeTitles[first[0]]} at ${placeOf(first[1])} and ${shapeTitles[second[0]]} at ` +
        `${placeOf(second[1])}; say which it is with --dialect`,
    )
  }
  if (first) return { shape: first[0], isSure: true }
  if (field === 'input') return { shape: 'openai-responses', isSure: true }
  if (hasSystemBeside) return { shape: 'anthropic', isSure: true }
  return { shape: 'openai-chat', isSure: false }
}

function isItemType(type: unknown): boolean {
  return (
    typeof type === 'string' &&
    /^(message|reasoning|compaction|item_reference|\w+_call(_output)?|mcp_\w+|\w+_output)$/.test(type)
  )
}
