import { isFields } from '../../dialects/fields.ts'

/** How an answer says that it is over. */
export type AnswerEnd = 'commit' | 'release'

/** Reads along while the bytes of an answer go by. */
export interface AnswerWatch {
  /** Where in these bytes the answer says that it is over, and how; undefined while it goes on. */
  look(bytes: Uint8Array): { readonly end: AnswerEnd; readonly at: number } | undefined
  /** How the answer was, when its bytes ended without its saying so. */
  end(): AnswerEnd
}

/**
 * Watches server-sent events: `[DONE]`, `response.completed` and `response.incomplete` end an answer, an error event and
 * `response.failed` fail it. Lines may be cut anywhere.
 */
export function watchEvents(): AnswerWatch {
  let line = ''
  let isErrorEvent = false
  return {
    look: (bytes) => {
      const text = asciiOf(bytes)
      let from = 0
      for (const { index, 0: lineEnd } of text.matchAll(/\r\n|\n|\r/g)) {
        const at = from
        line += text.slice(from, index)
        from = index + lineEnd.length
        const end = endOf(line, isErrorEvent)
        if (line.startsWith('event:')) isErrorEvent = line.slice(6).trim() === 'error'
        line = ''
        if (end) return { end, at }
      }
      line += text.slice(from)
      return undefined
    },
    end: () => 'commit',
  }
}

/** Watches a JSON body: one that is an error, or a response that failed, is no answer, whatever its status was. */
export function watchBody(): AnswerWatch {
  const pieces: Uint8Array[] = []
  return {
    look: (bytes) => {
      pieces.push(bytes)
      return undefined
    },
    end: () => {
      const text = pieces.map(asciiOf).join('')
      return mayFail.test(text) && hasFailed(parse(text)) ? 'release' : 'commit'
    },
  }
}

// In JSON a quotation mark inside a text is escaped, so these stand for keys and values. Almost no body has one.
const mayFail = /"error"\s*:\s*[^\sn]|"(?:type|status)"\s*:\s*"(?:error|failed)"/
const mayEnd = /"error"\s*:\s*[^\sn]|"type"\s*:\s*"(?:error|response\.(?:completed|incomplete|failed))"/

function endOf(line: string, isErrorEvent: boolean): AnswerEnd | undefined {
  if (!line.startsWith('data:')) return undefined
  const data = line.slice(5).trim()
  if (data.startsWith('[DONE]')) return 'commit'
  if (isErrorEvent) return 'release'
  if (!mayEnd.test(data)) return undefined
  const event = parse(data)
  if (hasFailed(event)) return 'release'
  const type = isFields(event) ? event['type'] : undefined
  return type === 'response.completed' || type === 'response.incomplete' ? 'commit' : undefined
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
