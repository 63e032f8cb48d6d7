import { describe, expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { HybridProfile } from '../../src/index.ts'
import { compose } from '../support/compose.ts'
import { approvalRequest, assistant, bytes, exchange, system, user } from '../support/messages.ts'
import { rejectionOf } from './deferred.ts'

type Message = OpenAIChatMessage

const open = (options: Partial<HybridProfile<Message>>) =>
  compose({ upstreamReducer: () => ({}), ...options }).openRun()

const kept = async (options: Partial<HybridProfile<Message>>, messages: readonly Message[]) =>
  (await open(options).assemble(messages)).diagnostics?.keptIndexes

describe('a pin', () => {
  const messages = [user(bytes(100)), user(bytes(600)), user(bytes(600)), user('new')]

  test('keeps a message whatever its age', async () => {
    expect(await kept({}, messages)).toEqual([2, 3])
    expect(await kept({ pin: ({ index }) => index === 0 }, messages)).toEqual([0, 2, 3])
  })

  test('keeps the whole exchange of its message', async () => {
    const list = [user('Look'), ...exchange('a', bytes(300)), user(bytes(600)), user(bytes(400)), user('new')]
    expect(await kept({ pin: ({ index }) => index === 2 }, list)).toEqual([0, 1, 2, 4, 5])
  })

  test('sees index, role, text and the very message', async () => {
    const seen: unknown[] = []
    const list = [system('Be brief.'), ...exchange('a')]
    await open({ pin: (view) => seen.push(view) > 99 }).assemble(list)
    expect(seen).toEqual([
      { index: 0, role: 'system', message: list[0], text: 'Be brief.' },
      { index: 1, role: 'assistant', message: list[1], text: undefined },
      { index: 2, role: 'tool', message: list[2], text: undefined },
    ])
    expect((seen[0] as { message: Message }).message).toBe(list[0])
  })

  test('that throws fails the call with its own error, and the run goes on', async () => {
    const thrown = new Error('the pin’s own')
    let fails = true
    const run = open({
      pin: () => {
        if (fails) throw thrown
        return false
      },
    })
    expect(await rejectionOf(run.assemble(messages))).toBe(thrown)
    fails = false
    expect((await run.assemble([user()])).messages).toHaveLength(1)
  })
})

test('the first user message is kept on demand', async () => {
  const messages = [user('task'), user(bytes(600)), user(bytes(600)), user('go on')]
  expect(await kept({}, messages)).toEqual([2, 3])
  expect(await kept({ pinFirstUserMessage: true }, messages)).toEqual([0, 2, 3])
})

test.each([
  { recentMessageRetentionCount: 0, indexes: [3, 4] },
  { recentMessageRetentionCount: 1, indexes: [3, 4] },
  { recentMessageRetentionCount: 2, indexes: [3, 4] },
])('the newest $recentMessageRetentionCount units are kept, and the newest user message', async (row) => {
  const { recentMessageRetentionCount, indexes } = row
  const messages = [
    user(bytes(300)),
    user(bytes(600)),
    user(bytes(600)),
    user(bytes(300)),
    assistant(bytes(300)),
  ]
  expect(await kept({ recentMessageRetentionCount }, messages)).toEqual(indexes)
})

test('a pending approval is kept, and counted as security state', async () => {
  const messages = [approvalRequest('p', 'a'), user(bytes(600)), user(bytes(600)), user('new')]
  const { diagnostics } = await open({}).assemble(messages)
  expect(diagnostics?.keptIndexes).toContain(0)
  const { categories = [], finalSize } = diagnostics ?? {}
  expect(categories.map(({ category }) => category)).toContain('approvalSecurityState')
  expect(categories.reduce((sum, { size }) => sum + size, 0)).toBe(finalSize)
})

describe('a classifier', () => {
  const messages = [user('state'), user(bytes(300)), user(bytes(600)), user(bytes(600)), user('new')]

  test.each([
    { kind: 'authoritativeSessionState', indexes: [0, 3, 4] },
    { kind: 'approvalSecurityState', indexes: [0, 3, 4] },
    { kind: 'optionalContext', indexes: [0, 3, 4] },
    { kind: 'conversationalMessage', indexes: [3, 4] },
    { kind: 'summary', indexes: [3, 4] },
    { kind: undefined, indexes: [3, 4] },
  ] as const)('that makes a message $kind leads to $indexes', async ({ kind, indexes }) => {
    const run = open({ classifier: ({ index }) => (index === 0 ? kind : undefined) })
    const { diagnostics } = await run.assemble(messages)
    expect(diagnostics?.keptIndexes).toEqual(indexes)
    if (kind && indexes.length === 3) expect(diagnostics?.categories[0]?.category).toBe(kind)
  })

  test('keeps optional context only where it fits', async () => {
    const run = open({ classifier: ({ index }) => (index < 2 ? 'optionalContext' : undefined) })
    const { diagnostics } = await run.assemble([user(bytes(300)), user(bytes(350)), user(bytes(600))])
    expect(diagnostics?.keptIndexes).toEqual([1, 2])
  })

  test('is asked only where structure does not tell', async () => {
    const asked: number[] = []
    const run = open({ classifier: ({ index }) => void asked.push(index) })
    await run.assemble([
      system(),
      user(),
      ...exchange('a'),
      assistant(),
      user(`artifact://sha256/${'0'.repeat(64)}`),
    ])
    expect(asked).toEqual([1, 4])
  })

  test.each<[string, unknown]>([
    ['a structural kind', 'toolExchange'],
    ['instructions', 'systemInstruction'],
    ['a kind that nobody knows', 'secret-kind'],
    ['a kind in another spelling', 'Summary'],
    ['null', null],
    ['a promise', Promise.resolve('summary')],
  ])('that answers with %s is refused, and its answer is not repeated', async (_, kind) => {
    const run = open({ classifier: () => kind as 'summary' }) // wrong on purpose
    const error = await rejectionOf(run.assemble([system(), user()]))
    expect(error).toMatchObject({ code: 'classifier', index: 1 })
    expect((error as Error).message).toContain('authoritativeSessionState, approvalSecurityState')
    expect((error as Error).message).not.toContain('secret-kind')
    expect((await run.assemble([system()])).messages).toHaveLength(1)
  })
})

test('a reference that is left out stands in the ledger', async () => {
  const reference = `artifact://sha256/${'5'.repeat(64)}`
  const messages = [
    user('Look'),
    ...exchange('a', reference),
    user(bytes(600)),
    user(bytes(600)),
    user('new'),
  ]
  const call = await open({}).assemble(messages)
  expect(call.messages).toHaveLength(3)
  expect(call.messages[0]?.content).toContain(reference)
  expect(call.diagnostics?.categories[0]).toMatchObject({ category: 'artifactReference', entryCount: 1 })
})

describe('where nothing is required', () => {
  const options = { recentMessageRetentionCount: 0, upstreamReducer: () => ({}) }
  const messages = [assistant(bytes(900)), assistant(bytes(800))]

  test('the newest message is the least that is sent', async () => {
    const call = await open({ ...options, triggerMarginBytes: 500 }).assemble(messages)
    expect(call.diagnostics).toMatchObject({ outcome: 'preservationFallback', keptIndexes: [1] })
  })

  test('a newest message that is too large is refused with its size', async () => {
    const error = await rejectionOf(open({ ...options, hardLimitBytes: 700 }).assemble(messages))
    expect(error).toMatchObject({
      outcome: 'irreducible',
      reason: 'requiredContentTooLarge',
      finalSize: 800,
    })
  })
})
