import { describe, expect, test } from 'vitest'
import { checkSequence } from '../../../src/context/check-sequence.ts'
import type { Entry } from '../../../src/context/entry.ts'
import { groupUnits } from '../../../src/context/group-units.ts'
import { pairToolLinks } from '../../../src/context/pair-tool-links.ts'
import { type AnthropicMessage, anthropic } from '../../../src/dialects/anthropic/index.ts'
import { entriesOf } from '../entries-of.ts'
import { expectReadWholly } from '../expect-read-wholly.ts'
import { hasNativeFiles, readNativeFile, readNativeLines } from '../native-file.ts'

interface Exchange {
  readonly request: { readonly messages?: readonly unknown[] }
  readonly response: unknown
}

interface Line {
  readonly message?: unknown
}

const dialect = anthropic()
const recordings = [
  'anthropic-image-tool-result',
  'anthropic-server-tool-in-flight',
  'responses-developer-role',
  'cross-provider-history',
]
const sessions = ['claude-code-session', 'claude-code-subagent']

describe.runIf(hasNativeFiles)('recorded requests', () => {
  test.each(recordings)('%s is read wholly, and nothing in it is refused', (name) => {
    const lists = listsOf(name)
    expect(lists.length).toBeGreaterThan(0)
    for (const entries of lists) {
      entries.forEach(expectReadWholly)
      expect(checkSequence(entries.slice(0, -1), dialect.rules)).toEqual([])
    }
  })

  test('calls of two assistant messages side by side are one exchange', () => {
    const [, entries = []] = listsOf('responses-developer-role')
    expect(entries.map(({ reading }) => reading.role)).toEqual([
      'user',
      'assistant',
      'assistant',
      'tool',
      'assistant',
    ])
    expect(unitsOf(entries)).toEqual([[0], [1, 2, 3], [4]])
  })

  test('an open call of the provider is neither closed nor refused', () => {
    const [entries = []] = listsOf('anthropic-server-tool-in-flight')
    expect(pairToolLinks(entries.slice(0, 3)).openCalls).toMatchObject([{ link: { providerExecuted: true } }])
    // With the response the search has its result, two messages on.
    expect(pairToolLinks(entries).openCalls).toEqual([])
    expect(unitsOf(entries)).toEqual([[0], [1, 2, 3]])
  })

  test('an image beside a result counts at its base64 length', () => {
    const [, entries = []] = listsOf('anthropic-image-tool-result')
    expect(entries[2]?.reading.pieces).toContainEqual({
      type: 'file',
      mediaType: 'image/jpeg',
      base64Length: 131_432,
      head: expect.any(String),
    })
  })
})

describe.runIf(hasNativeFiles)('recorded compaction', () => {
  test('is recognised in the message that it comes with', () => {
    const [entry] = entriesOf<AnthropicMessage>(dialect, [readNativeFile('anthropic-compaction')])
    expect(entry?.reading).toMatchObject({ role: 'assistant', compaction: true })
    if (entry) expectReadWholly(entry)
  })
})

describe.runIf(hasNativeFiles)('recorded sessions, one block a line', () => {
  test.each(sessions)('%s is read wholly, and nothing in it is refused', (name) => {
    const entries = entriesOfSession(name)
    entries.forEach(expectReadWholly)
    expect(checkSequence(entries, dialect.rules)).toEqual([])
  })

  test.each(sessions)('%s: the lines of a response and its results are one unit', (name) => {
    const entries = entriesOfSession(name)
    const { unitOf } = groupUnits(entries, pairToolLinks(entries))
    entries.forEach(({ reading }, at) => {
      const next = entries[at + 1]?.reading.role
      const together = next === 'tool' || (reading.role === 'assistant' && next === 'assistant')
      if (next !== undefined) expect([at, unitOf[at] === unitOf[at + 1]]).toEqual([at, together])
    })
  })
})

/** The lists of a recording's requests, each with the response as its last message. */
function listsOf(name: string): Entry<AnthropicMessage>[][] {
  const exchanges = readNativeFile(name) as readonly Exchange[] // the folder's README says so
  return exchanges.flatMap(({ request, response }) =>
    request.messages ? [entriesOf<AnthropicMessage>(dialect, [...request.messages, response])] : [],
  )
}

function entriesOfSession(name: string): Entry<AnthropicMessage>[] {
  const lines = readNativeLines(name) as readonly Line[] // as above
  return entriesOf<AnthropicMessage>(
    dialect,
    lines.flatMap(({ message }) => message ?? []),
  )
}

function unitsOf(entries: readonly Entry<AnthropicMessage>[]): (readonly number[])[] {
  return groupUnits(entries, pairToolLinks(entries)).units.map((unit) => unit.entries)
}
