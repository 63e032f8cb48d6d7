import { ownTexts } from './dispatch-match.ts'

/** Any message as a record: nothing in it is taken for granted. */
export type RawMessage = Readonly<Record<string, unknown>>

export interface RawCall {
  readonly key: string
  readonly providerExecuted: boolean
  readonly argumentsAreJson: boolean
}

/** What the checks need to know of a Chat Completions message, read by a second reader than the library's. */
export interface RawReading {
  readonly role: 'system' | 'user' | 'assistant' | 'tool' | 'other'
  readonly calls: readonly RawCall[]
  /** Keys of the results in it, in order. */
  readonly results: readonly string[]
  readonly asked: readonly { readonly approvalId: string; readonly key: string | undefined }[]
  readonly answered: readonly string[]
  readonly compaction: boolean
  /** Holds reasoning, and nothing else. */
  readonly reasoningOnly: boolean
  readonly empty: boolean
  /** Text of the user, not all of it white space. */
  readonly humanText: boolean
  /** Stands in, in a mended list, for a message that the provider misses. */
  readonly isOwn: boolean
}

const reasoningTypes = ['reasoning', 'thinking']

export function readRaw(message: RawMessage): RawReading {
  const role = roleOf(message['role'])
  const parts = partsOf(message['content'])
  const inline = role === 'tool' ? [] : parts.filter(({ type }) => type === 'tool-result')
  const calls = callsOf(message)
  const asked = parts.filter(({ type }) => type === 'tool-approval-request')
  const answered = parts.filter(({ type }) => type === 'tool-approval-response')
  const own = role === 'tool' ? [keyOf(message['tool_call_id'] ?? message['name'])] : []
  const results = [...own, ...inline.map(({ toolCallId }) => keyOf(toolCallId))]
  const bare = calls.length + results.length + asked.length + answered.length === 0
  const filled = parts.filter((part) => part['text'] !== '')
  const reasons = ['reasoning_content', 'reasoning', 'reasoning_details'].some((name) =>
    hasValue(message[name]),
  )
  const said = filled.some(({ type }) => !reasoningTypes.includes(String(type)))
  const beside = hasValue(message['refusal']) || hasValue(message['audio'])
  const isOwn = message['content'] === ownTexts.noUser
  const reasoned = reasons || filled.length > 0
  return {
    role,
    calls,
    results,
    asked: asked.map((part) => ({
      approvalId: String(part['approvalId']),
      key: typeof part['toolCallId'] === 'string' ? keyOf(part['toolCallId']) : undefined,
    })),
    answered: answered.map((part) => String(part['approvalId'])),
    compaction: parts.some(({ type }) => type === 'compaction'),
    reasoningOnly: bare && reasoned && !said && !beside,
    empty: bare && !reasoned && !beside,
    isOwn,
    humanText:
      !isOwn &&
      role === 'user' &&
      bare &&
      parts.some(({ text }) => typeof text === 'string' && text.trim() !== ''),
  }
}

/** The parts of a content; a text is one part. */
export function partsOf(content: unknown): readonly RawMessage[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  if (!Array.isArray(content)) return []
  return content.map((part: unknown) => (isRecord(part) ? part : { type: 'text', text: String(part) }))
}

export function isRecord(value: unknown): value is RawMessage {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Gateways write `call_x|fc_y` for the call `call_x`. */
export function keyOf(id: unknown): string {
  const text = typeof id === 'string' ? id : ''
  const [first = ''] = text.split('|')
  return first === '' ? text : first
}

function callsOf(message: RawMessage): RawCall[] {
  const list: unknown = message['tool_calls']
  if (!Array.isArray(list)) return []
  return list.filter(isRecord).map((call) => {
    const body = isRecord(call['function']) ? call['function'] : {}
    return {
      key: keyOf(call['id']),
      providerExecuted: call['providerExecuted'] === true,
      argumentsAreJson: isJson(body['arguments']),
    }
  })
}

function isJson(text: unknown): boolean {
  if (typeof text !== 'string') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

function roleOf(role: unknown): RawReading['role'] {
  switch (role) {
    case 'developer':
    case 'system':
      return 'system'
    case 'function':
    case 'tool':
      return 'tool'
    case 'user':
    case 'assistant':
      return role
    default:
      return 'other'
  }
}
