import { isRecord, type RawMessage } from './dispatch-reading.ts'

/**
 * UTF-8 bytes of a message's rendered content: texts, reasoning, call ids, names and arguments, results, a file at the
 * length of its base64 form, what is not known at the length of its JSON form; no role, no framing.
 *
 * @param fileCost what a file counts as, in place of its length
 */
export function rawSize(message: RawMessage, fileCost?: number): number {
  let size = contentSize(message['content'], fileCost)
  for (const [name, value] of Object.entries(message)) {
    if (name === 'tool_calls' && Array.isArray(value)) {
      for (const call of value) size += callSize(call)
    } else if (!unmeasured.has(name)) size += valueSize(value, textFields.has(name))
  }
  return size
}

const unmeasured = new Set(['role', 'content', 'is_error', 'cache_control'])
const textFields = new Set([
  ...['name', 'tool_call_id', 'refusal', 'reasoning_content', 'reasoning', 'reasoning_details'],
])

function contentSize(content: unknown, fileCost: number | undefined): number {
  if (typeof content === 'string') return bytes(content)
  if (!Array.isArray(content)) return valueSize(content, true)
  let size = 0
  for (const part of content) size += isRecord(part) ? partSize(part, fileCost) : valueSize(part, true)
  return size
}

function partSize(part: RawMessage, fileCost: number | undefined): number {
  switch (part['type']) {
    case 'text':
    case 'reasoning':
      return valueSize(part['text'], true) + extras(part, ['text'])
    case 'thinking':
      return valueSize(part['thinking'], true) + extras(part, ['thinking'])
    case 'image':
      return (fileCost ?? bytes(String(part['data']))) + extras(part, ['data', 'mediaType'])
    case 'image_url': {
      const image = part['image_url']
      const url = isRecord(image) ? String(image['url']) : String(image)
      const data = /^data:[^,]*;base64,/i.exec(url)
      return data ? (fileCost ?? url.length - data[0].length) : bytes(url)
    }
    case 'tool-result':
      return (
        valueSize(part['toolCallId'], true) +
        valueSize(part['text'], true) +
        extras(part, ['toolCallId', 'text', 'providerExecuted'])
      )
    default:
      return bytes(JSON.stringify(part))
  }
}

function callSize(call: unknown): number {
  if (!isRecord(call)) return valueSize(call, false)
  const body = isRecord(call['function']) ? call['function'] : {}
  return valueSize(call['id'], true) + valueSize(body['name'], true) + valueSize(body['arguments'], true)
}

function extras(part: RawMessage, known: readonly string[]): number {
  let size = 0
  for (const [name, value] of Object.entries(part)) {
    if (name !== 'type' && name !== 'cache_control' && !known.includes(name)) size += valueSize(value, false)
  }
  return size
}

// A text where texts are expected counts as it is; anything else in its JSON form.
function valueSize(value: unknown, asText: boolean): number {
  if (value === undefined || value === null) return 0
  return asText && typeof value === 'string' ? bytes(value) : bytes(JSON.stringify(value) ?? '')
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length
}
