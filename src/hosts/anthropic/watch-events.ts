/** Where in a piece of a stream the answer says that it is over, and how. */
export interface StreamEnd {
  readonly how: 'commit' | 'release'
  readonly at: number
}

const lineFeed = 10
// The longest line that matters is `event: message_stop`, with a carriage return.
const longestName = 21

/**
 * Reads the names of server-sent events as their bytes go by, and finds the one that ends the answer: it is complete with
 * `message_stop`, and has failed with `error`. Lines may be cut anywhere.
 */
export function watchEvents(): (bytes: Uint8Array) => StreamEnd | undefined {
  let line = ''
  return (bytes) => {
    for (let from = 0; from < bytes.length; ) {
      const feed = bytes.indexOf(lineFeed, from)
      const to = feed === -1 ? bytes.length : feed
      // Names are ASCII; of the data lines only the start is looked at.
      line += String.fromCharCode(...bytes.subarray(from, Math.min(to, from + longestName - line.length)))
      if (feed === -1) return undefined
      const how = endOf(line)
      line = ''
      if (how) return { how, at: from }
      from = feed + 1
    }
    return undefined
  }
}

function endOf(line: string): StreamEnd['how'] | undefined {
  const name = /^event: ?(\w+)\r?$/.exec(line)?.[1]
  if (name === 'message_stop') return 'commit'
  return name === 'error' ? 'release' : undefined
}
