import { type Fields, isFields } from '../../dialects/fields.ts'
import type { CallUsage } from '../../run/run-options.ts'

/** How an answer says that it is over. */
export type AnswerEnd = 'commit' | 'release'

/** Reads along while the bytes of an answer go by. */
export interface AnswerWatch {
  /** Where in these bytes the answer says that it is over, and how; undefined while it goes on. */
  look(bytes: Uint8Array): { readonly end: AnswerEnd; readonly at: number } | undefined
  /** How the answer was, when its bytes ended without its saying so. */
  end(): AnswerEnd
  /** What the provider has reported so far. */
  usage(): CallUsage | undefined
}

/**
 * Watches server-sent events: `[DONE]`, `response.completed` and `response.incomplete` end an answer, an error event and
 * `response.failed` fail it. Lines may be cut anywhere.
 */
export function watchEvents(): AnswerWatch {
  let line = ''
  let isErrorEvent = false
  let usage: CallUsage | undefined
  return {
    look: (bytes) => {
      const text = asciiOf(bytes)
      let from = 0
      for (const { index, 0: lineEnd } of text.matchAll(/\r\n|\n|\r/g)) {
        const at = from
        line += text.slice(from, index)
        from = index + lineEnd.length
        const event = mayTellUsage.test(line) ? parse(dataOf(line)) : undefined
        usage = usageOf(event) ?? usage
        const end = endOf(line, isErrorEvent)
        if (line.startsWith('event:')) isErrorEvent = line.slice(6).trim() === 'error'
        line = ''
        if (end) return { end, at }
      }
      line += text.slice(from)
      return undefined
    },
    end: () => 'commit',
    usage: () => usage,
  }
}

/** Watches a JSON body: one that is an error, or a response that failed, is no answer, whatever its status was. */
export function watchBody(): AnswerWatch {
  const pieces: Uint8Array[] = []
  let usage: CallUsage | undefined
  return {
    look: (bytes) => {
      pieces.push(bytes)
      return undefined
    },
    end: () => {
      const text = pieces.map(asciiOf).join('')
      const answer = mayFail.test(text) || mayTellUsage.test(text) ? parse(text) : undefined
      usage = usageOf(answer)
      return hasFailed(answer) ? 'release' : 'commit'
    },
    usage: () => usage,
  }
}

// In JSON a quotation mark inside a text is escaped, so these stand for keys and values. Almost no body has one.
const mayFail = /"error"\s*:\s*[^\sn]|"(?:type|status)"\s*:\s*"(?:error|failed)"/
const mayTellUsage = /"usage"\s*:\s*\{/
const mayEnd = /"error"\s*:\s*[^\sn]|"type"\s*:\s*"(?:error|response\.(?:completed|incomplete|failed))"/

function endOf(line: string, isErrorEvent: boolean): AnswerEnd | undefined {
  if (!line.startsWith('data:')) return undefined
  const data = dataOf(line)
  if (data.startsWith('[DONE]')) return 'commit'
  if (isErrorEvent) return 'release'
  if (!mayEnd.test(data)) return undefined
  const event = parse(data)
  if (hasFailed(event)) return 'release'
  const type = isFields(event) ? event['type'] : undefined
  return type === 'response.completed' || type === 'response.incomplete' ? 'commit' : undefined
}

function dataOf(line: string): string {
  return line.slice(5).trim()
}

// An event of Responses holds the whole response; tokens that came from the provider's cache are among those it counts.
function usageOf(answer: unknown): CallUsage | undefined {
  if (!isFields(answer)) return undefined
  const { usage } = fieldsOf(answer['response']) ?? answer
  const { prompt_tokens: prompt, input_tokens: input = prompt } = fieldsOf(usage) ?? {}
  return typeof input === 'number' ? { inputTokens: input } : undefined
}

function fieldsOf(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined
}

function hasFailed(answer: unknown): boolean {
  if (!isFields(answer)) return false
  const { type, status, error } = answer
  return Boolean(error) || type === 'error' || type === 'response.failed' || status === 'failed'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

// One character a byte: all that is looked for is ASCII, and places in the text are places in the bytes.
const decoder = new TextDecoder('latin1')

function asciiOf(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
