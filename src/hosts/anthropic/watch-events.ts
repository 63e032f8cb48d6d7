import type { CallUsage } from '../../run/run-options.ts'
import { readUsage } from './read-usage.ts'

/** Where in a piece of a stream the answer says that it is over, and how. */
export interface StreamEnd {
  readonly how: 'commit' | 'release'
  readonly at: number
}

/** Reads along while the bytes of an answer go by. */
export interface AnswerWatch {
  look(bytes: Uint8Array): StreamEnd | undefined
  /** What the provider has reported so far. */
  usage(): CallUsage | undefined
}

const lineFeed = 10
// The longest line that matters is `event: message_stop`, with a carriage return.
const longestName = 21

/**
 * Reads the names of server-sent events as their bytes go by, and finds the one that ends the answer: it is complete with
 * `message_stop`, and has failed with `error`. Of `message_start` the usage is read as well. Lines may be cut anywhere.
 */
export function watchEvents(): AnswerWatch {
  let line = ''
  let isStart = false
  let usage: CallUsage | undefined
  return {
    look: (bytes) => {
      for (let from = 0; from < bytes.length; ) {
        const feed = bytes.indexOf(lineFeed, from)
        const to = feed === -1 ? bytes.length : feed
        // Of other data lines only the start is looked at.
        const most = isStart ? to : Math.min(to, from + longestName - line.length)
        line += asciiOf(bytes.subarray(from, most))
        if (feed === -1) return undefined
        if (isStart && line.startsWith('data:')) usage = readUsage(line.slice(5))
        const name = /^event: ?(\w+)\r?$/.exec(line)?.[1]
        isStart = name === 'message_start'
        line = ''
        const how = ends.get(name)
        if (how) return { how, at: from }
        from = feed + 1
      }
      return undefined
    },
    usage: () => usage,
  }
}

/** Gathers a JSON body for what it reports; it is over when its bytes are. */
export function watchBody(): AnswerWatch {
  const pieces: string[] = []
  return {
    look: (bytes) => {
      pieces.push(asciiOf(bytes))
      return undefined
    },
    usage: () => readUsage(pieces.join('')),
  }
}

const ends: ReadonlyMap<string | undefined, StreamEnd['how']> = new Map([
  ['message_stop', 'commit'],
  ['error', 'release'],
])

// One character a byte: all that is looked for is ASCII.
const decoder = new TextDecoder('latin1')

function asciiOf(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}
