import { describe, expect, test } from 'vitest'
import { checkSequence } from '../../../src/context/check-sequence.ts'
import type { Entry } from '../../../src/context/entry.ts'
import { groupUnits } from '../../../src/context/group-units.ts'
import { pairToolLinks } from '../../../src/context/pair-tool-links.ts'
import { type OpenAIResponsesItem, openaiResponses } from '../../../src/dialects/openai-responses/index.ts'
import { entriesOf } from '../entries-of.ts'
import { expectReadWholly } from '../expect-read-wholly.ts'
import { hasNativeFiles, readNativeFile } from '../native-file.ts'

interface Response {
  readonly output?: readonly unknown[]
}

interface Exchange {
  readonly request: { readonly input?: readonly unknown[] }
  readonly response: Response
}

type Items = readonly Entry<OpenAIResponsesItem>[]

const dialect = openaiResponses()
const recordings = [
  'responses-developer-role',
  'responses-reasoning-two-turns',
  'responses-reasoning-modified-history',
]
const responses = ['responses-compaction', 'responses-mcp-approval']

describe.runIf(hasNativeFiles)('recorded requests', () => {
  test.each(recordings)('%s is read wholly, and nothing in it is refused', (name) => {
    const exchanges = exchangesOf(name)
    expect(exchanges.length).toBeGreaterThan(0)
    for (const { sent, received } of exchanges) {
      for (const entry of [...sent, ...received]) expectReadWholly(entry)
      // The provider answered only some of them.
      if (received.length > 0) expect(checkSequence(sent, dialect.rules)).toEqual([])
    }
  })

  test('what the provider refused is refused, by the rule that it named', () => {
    const refused = exchangesOf('responses-reasoning-modified-history')[1]
    expect(refused?.received).toEqual([])
    const broken = checkSequence(refused?.sent ?? [], dialect.rules).map(({ demand, at }) => [demand, at])
    expect(broken).toEqual([['namedAfterReasoning', 1]])
  })

  test('reasoning stays with the message that it leads to', () => {
    const [first, second] = exchangesOf('responses-reasoning-two-turns')
    expect(unitsOf(first?.received ?? [])).toEqual([[0, 1]])
    expect(unitsOf(second?.sent ?? [])).toEqual([[0], [1, 2], [3]])
    expect(second?.sent[1]?.reading.reasoningOnly).toBe(true)
  })

  test('a call stays with the message before it and with its output, tools that come later are instructions', () => {
    const entries = exchangesOf('responses-developer-role').at(-1)?.sent ?? []
    expect(unitsOf(entries).slice(0, 5)).toEqual([[0], [1, 2, 3], [4], [5, 6], [7]])
    expect(entries[4]?.kind).toBe('systemInstruction')
  })
})

describe.runIf(hasNativeFiles)('recorded responses', () => {
  test.each(responses)('%s is read wholly', (name) => {
    const entries = entriesOfResponse(name)
    entries.forEach(expectReadWholly)
    expect(checkSequence(entries, dialect.rules)).toEqual([])
  })

  test('tools, a call that was approved and the message about it are one unit', () => {
    expect(unitsOf(entriesOfResponse('responses-mcp-approval'))).toEqual([[0, 1, 2]])
  })

  test('the compaction item is recognised', () => {
    const compactions = entriesOfResponse('responses-compaction').map(({ reading }) => reading.compaction)
    expect(compactions).toEqual([false, true])
  })
})

/** The input of each request of a recording, and the items of its response; none when the provider refused it. */
function exchangesOf(name: string): { sent: Items; received: Items }[] {
  const exchanges = readNativeFile(name) as readonly Exchange[] // the folder's README says so
  return exchanges.flatMap(({ request: { input }, response: { output = [] } }) =>
    input ? [{ sent: entriesOf(dialect, input), received: entriesOf(dialect, output) }] : [],
  )
}

function entriesOfResponse(name: string): Items {
  const { output = [] } = readNativeFile(name) as Response // as above
  return entriesOf(dialect, output)
}

function unitsOf(entries: Items): (readonly number[])[] {
  return groupUnits(entries, pairToolLinks(entries)).units.map((unit) => unit.entries)
}
