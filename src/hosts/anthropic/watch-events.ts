/** How a stream says that its answer is over. */
export type StreamEnd = 'commit' | 'release'

const lineFeed = 10
// The longest line that matters is `event: message_stop`, with a carriage return.
const longestName = 21

/**
 * Reads the event names of a stream of server-sent events as its bytes go by, and tells when one ends the answer: it is
 * complete with `message_stop`, and has failed with `error`. Lines may be cut anywhere.
 */
export function watchEvents(): (bytes: Uint8Array) => StreamEnd | undefined {
  let line = ''
  return (bytes) => {
    let end: StreamEnd | undefined
    for (let from = 0; from < bytes.length; ) {
      const feed = bytes.indexOf(lineFeed, from)
      const to = feed === -1 ? bytes.length : feed
      // Names are ASCII; of the data lines only the start is looked at.
      line += String.fromCharCode(...bytes.subarray(from, Math.min(to, from + longestName - line.length)))
      if (feed === -1) break
      end ??= endOf(line)
      line = ''
      from = feed + 1
    }
    return end
  }
}

function endOf(line: string): StreamEnd | undefined {
  const name = /^event: ?(\w+)\r?$/.exec(line)?.[1]
  if (name === 'message_stop') return 'commit'
  return name === 'error' ? 'release' : undefined
}
