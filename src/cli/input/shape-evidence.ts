import { type Fields, isFields } from '../../dialects/fields.ts'
import type { ShapeName } from './shape-names.ts'

/** Whether a message is of one shape and of no other. */
type Evidence = (item: Fields, parts: readonly Fields[]) => boolean

const hasPart =
  (...types: readonly string[]): Evidence =>
  (_, parts) =>
    parts.some(({ type }) => types.includes(String(type)))

// The first that holds counts: messages of a framework may have parts that look like a provider's.
const evidence: readonly (readonly [ShapeName, Evidence])[] = [
  [
    'openhands',
    ({ role, source, action, observation }) =>
      role === undefined &&
      typeof source === 'string' &&
      (typeof action === 'string' || typeof observation === 'string'),
  ],
  [
    'langchain',
    ({ lc, role, type, content, data }) =>
      typeof lc === 'number' ||
      (role === undefined && isLangChainType(type) && (content !== undefined || isFields(data))),
  ],
  ['gemini', isGemini],
  [
    'pi',
    (item, parts) =>
      item['role'] === 'toolResult' ||
      item['role'] === 'bashExecution' ||
      ('stopReason' in item && 'api' in item) ||
      hasPart('toolCall')(item, parts) ||
      parts.some((part) => 'thinkingSignature' in part),
  ],
  [
    'openai-agents',
    (item, parts) =>
      isAgentsType(item['type']) ||
      'callId' in item ||
      'rawContent' in item ||
      [item, ...parts].some((holder) => 'providerData' in holder),
  ],
  [
    'openai-chat',
    (item, parts) =>
      ('tool_calls' in item && 'role' in item && item['type'] === undefined) ||
      'function_call' in item ||
      (item['role'] === 'tool' && 'tool_call_id' in item) ||
      item['role'] === 'function' ||
      hasPart('image_url', 'input_audio')(item, parts),
  ],
  [
    'anthropic',
    (item, parts) =>
      hasPart('tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'server_tool_use')(item, parts) ||
      parts.some(({ type, source }) => (type === 'image' || type === 'document') && isFields(source)),
  ],
  [
    'ai-sdk',
    (item, parts) =>
      hasPart('tool-call', 'tool-result', 'reasoning', 'tool-approval-request')(item, parts) ||
      'providerOptions' in item ||
      parts.some((part) => 'mediaType' in part || (part['type'] === 'image' && 'image' in part)),
  ],
  [
    'openai-responses',
    (item, parts) =>
      (item['role'] === undefined && isItemType(item['type'])) ||
      hasPart('input_text', 'output_text', 'input_image', 'input_file')(item, parts),
  ],
]

/** The shape that one message tells by itself; undefined for what looks the same everywhere. */
export function shapeOfMessage(item: Fields): ShapeName | undefined {
  const parts = Array.isArray(item['content']) ? item['content'].filter(isFields) : []
  return evidence.find(([, holds]) => holds(item, parts))?.[0]
}

/** Whether a message is one that the AI SDK shows to people: it is converted before a model is sent it. */
export function isUiMessage({ role, content, parts }: Fields): boolean {
  const isTyped = (part: unknown): boolean => isFields(part) && typeof part['type'] === 'string'
  return typeof role === 'string' && content === undefined && Array.isArray(parts) && parts.some(isTyped)
}

function isGemini(item: Fields): boolean {
  const { role, content, parts } = item
  return content === undefined && Array.isArray(parts) && !isUiMessage(item) && role !== 'assistant'
}

function isLangChainType(type: unknown): boolean {
  return (
    typeof type === 'string' &&
    /^(human|ai|system|developer|tool|function|generic|chat|remove|[A-Z]\w*MessageChunk)$/.test(type)
  )
}

function isAgentsType(type: unknown): boolean {
  return type === 'hosted_tool_call' || (typeof type === 'string' && type.endsWith('_call_result'))
}

function isItemType(type: unknown): boolean {
  return (
    typeof type === 'string' &&
    /^(message|reasoning|compaction|item_reference|\w+_call(_output)?|mcp_\w+|\w+_output)$/.test(type)
  )
}
