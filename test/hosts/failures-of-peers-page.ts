import { type PeerFailure, peerFailures } from './failures-of-peers.ts'

/** The reference page of peers' failures, with the tests that stand behind it. */
export function drawFailuresPage(titlesOf: (failure: PeerFailure) => readonly string[]): string {
  const rows = peerFailures.map((failure) => {
    const { number, peer, seen, here, runsPeer } = failure
    return [String(number), peer, runsPeer ? seen : `${seen} (recorded)`, here]
  })
  const tests = peerFailures.flatMap((failure) =>
    titlesOf(failure).map((title) => `- [\`${failure.file}\`](../../test/hosts/${failure.file}): ${title}`),
  )
  const paragraphs = [
    '# Failures of peers',
    '<!-- Generated from test/hosts/failures-of-peers.ts by `npx vitest run failures-of-peers-page -u`; that test fails when it is stale. -->',
    'What was seen when other means of bounding a context ran, and what happens here instead. A test stands behind each ' +
      'row. It runs the peer as well, except where the row says `recorded`: there the peer is not a part of the tests, and ' +
      'what it did is stated as it was seen.',
    table(['#', 'peer', 'what was seen', 'what happens here'], rows),
    '## Tests',
    'A title begins with the number of its failure.',
    tests.join('\n'),
  ]
  return `${paragraphs.join('\n\n')}\n`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
