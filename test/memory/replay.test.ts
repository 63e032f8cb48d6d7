import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/index.ts'
import { reductionMemory } from '../../src/index.ts'
import { compose } from '../support/compose.ts'
import { assistant, bytes, calls, exchange, result, system, toolLoop, user } from '../support/messages.ts'
import { Remembering, summarise } from './remembering.ts'

// Ten exchanges of about 500 bytes: above the threshold of 5,000, and brought down to 3,000.
const history = toolLoop(10).map((message, at) =>
  message.role === 'tool' ? { ...message, content: `${at}:${bytes(500)}` } : message,
)
const more = (name: string, size = 500) => exchange(name, `${name}:${bytes(size)}`)

describe('the next call', () => {
  test('leaves out what the one before left out, without asking the reducer', async () => {
    const conversation = new Remembering()
    const first = await conversation.call(history)
    const second = await conversation.call([...history, ...more('next')])
    expect(first.asked).toBe(1)
    expect(first.sent.length).toBeLessThan(history.length)
    expect(second.asked).toBe(0)
    expect(second.sent.slice(0, first.sent.length)).toEqual(first.sent)
    expect(second.sent).toHaveLength(first.sent.length + 2)
    expect(second.diagnostics).toMatchObject({
      outcome: 'reduced',
      attemptCount: 0,
      rejections: [],
      stages: ['snapshotCaptured', 'reductionReplayed', 'snapshotCaptured'],
    })
  })

  test('asks the reducer again when the list has outgrown the cut, beginning with the cut', async () => {
    const shown: number[] = []
    const conversation = new Remembering({
      upstreamReducer: ({ units }) => {
        shown.push(units.length)
        return { drop: units.flatMap(({ index, required }) => (required || index > 6 ? [] : [index])) }
      },
    })
    let messages = history
    const first = await conversation.call(messages)
    let latest = first
    while (latest.asked === 0 || latest === first) {
      messages = [...messages, ...more(`round-${messages.length}`)]
      latest = await conversation.call(messages)
    }
    expect(messages.length).toBeGreaterThan(history.length + 2)
    expect(latest.diagnostics.stages.slice(0, 3)).toEqual([
      'snapshotCaptured',
      'reductionReplayed',
      'reducerAttempt',
    ])
    expect(shown[1]).toBeLessThan(messages.length / 2)
    expect(conversation.memory.size.ranges).toBe(1)
  })

  test('does not remember where the list is within the threshold', async () => {
    const conversation = new Remembering()
    await conversation.call(history)
    const short = await conversation.call(history.slice(0, 6))
    expect(short.diagnostics).toMatchObject({
      outcome: 'withinLimit',
      stages: ['snapshotCaptured', 'snapshotCaptured'],
    })
    expect(conversation.memory.size.ranges).toBe(1)
  })

  test('finds the summary of the one before in its place', async () => {
    const conversation = new Remembering({ upstreamReducer: summarise('Much was looked at.') })
    const first = await conversation.call(history)
    const second = await conversation.call([...history, ...more('next')])
    expect(second.asked).toBe(0)
    expect(second.sent.slice(0, first.sent.length)).toEqual(first.sent)
    expect(second.sent).toContainEqual(user('Much was looked at.'))
  })

  test('a summary of summaries takes the place of those that it swallows', async () => {
    let count = 0
    const conversation = new Remembering({
      upstreamReducer: (request) => {
        count += 1
        return summarise(`Summary ${count}.`)(request)
      },
    })
    let messages = history
    while (count < 3) {
      await conversation.call(messages)
      messages = [...messages, ...more(`round-${messages.length}`)]
    }
    const { sent, asked } = await conversation.call(messages)
    expect(asked).toBe(0)
    expect(sent.filter(({ content }) => String(content).startsWith('Summary'))).toEqual([user('Summary 3.')])
    expect(conversation.memory.size.ranges).toBe(1)
  })

  test('falls back to the target, and holds what the fallback kept', async () => {
    const conversation = new Remembering({ upstreamReducer: () => ({}), omissionNotice: true })
    const long = [...history, ...more('a'), ...more('b')]
    const first = await conversation.call(long)
    const second = await conversation.call([...long, ...more('next')])
    expect(first.diagnostics.outcome).toBe('preservationFallback')
    expect(first.diagnostics.finalSize).toBeLessThanOrEqual(3_000)
    expect(second).toMatchObject({ asked: 0, diagnostics: { outcome: 'reduced' } })
    expect(second.sent.slice(0, first.sent.length)).toEqual(first.sent)
    expect(JSON.stringify(second.sent)).toContain('earlier messages were left out')
  })

  test('without a memory, the fallback keeps what fits the limit', async () => {
    const long = [...history, ...more('a'), ...more('b')]
    const run = compose({
      hardLimitBytes: 6_000,
      triggerMarginBytes: 1_000,
      upstreamReducer: () => ({}),
    }).openRun()
    const call = await run.assemble(long)
    expect(call.diagnostics?.finalSize).toBeGreaterThan(5_000)
  })

  test('elides what was elided before, and no more as long as that is enough', async () => {
    const conversation = new Remembering({ elideOlderResults: true })
    const first = await conversation.call(history)
    const second = await conversation.call([...history, ...more('next')])
    expect(first.diagnostics.elidedEntryCount).toBeGreaterThan(3)
    expect(second.diagnostics).toMatchObject({
      stages: ['snapshotCaptured', 'resultElision', 'snapshotCaptured'],
    })
    expect(second.sent.slice(0, first.sent.length)).toEqual(first.sent)
    expect(second.asked).toBe(0)
  })

  test('elides again what a plan elided', async () => {
    const conversation = new Remembering({
      upstreamReducer: ({ units }) => ({
        elide: units.flatMap(({ required, entries }) => (required ? [] : entries.slice(1))).slice(0, 5),
      }),
    })
    const first = await conversation.call(history)
    const second = await conversation.call([...history, ...more('next', 20)])
    expect(first.diagnostics.elidedEntryCount).toBe(5)
    expect(second).toMatchObject({ asked: 0, diagnostics: { elidedEntryCount: 5 } })
  })

  test('remembers a list that was handed over and never committed', async () => {
    const conversation = new Remembering()
    const plimsoll = compose({
      hardLimitBytes: 6_000,
      triggerMarginBytes: 1_000,
      recentMessageRetentionCount: 2,
    })
    const run = plimsoll.openRun({ memory: conversation.memory })
    await (await run.assemble(history)).release()
    expect((await conversation.call(history)).asked).toBe(0)
  })
})

describe('a replay that may not be', () => {
  test('is forgotten, and the reducer asked as if there were none', async () => {
    const memory = reductionMemory()
    const opening = [
      system(),
      user(bytes(600)),
      ...history.slice(2, 18),
      user('Go on.'),
      ...history.slice(18),
    ]
    const free = openaiChat({ provider: 'openai' })
    await new Remembering({}, memory, free).call(opening)
    expect(memory.size.ranges).toBe(1)
    // This provider wants a message of the user's in front of what was kept.
    const strict = new Remembering(
      { upstreamReducer: () => ({}), hardLimitBytes: 9_000, triggerMarginBytes: 4_000 },
      memory,
    )
    const { asked, diagnostics } = await strict.call(opening)
    expect(asked).toBe(1)
    expect(diagnostics).toMatchObject({
      outcome: 'withinLimit',
      rejections: [{ attempt: 1, reasons: ['notSmaller'] }],
    })
    expect(diagnostics.stages).not.toContain('reductionReplayed')
    expect(memory.size.ranges).toBe(0)
  })

  test('is not tried where what it left out is required by now', async () => {
    const memory = reductionMemory()
    await new Remembering({}, memory).call(history)
    const { sent, asked } = await new Remembering({ pin: ({ index }) => index === 5 }, memory).call(history)
    expect(asked).toBe(1)
    expect(sent).toContainEqual(history[5])
  })

  test('leaves out what it may of several ranges', async () => {
    const messages = [
      ...history.slice(0, 8),
      user(`Go on, please. ${bytes(300)}`),
      ...history.slice(8),
      assistant('Done so far.'),
      user('And now?'),
    ]
    const memory = reductionMemory()
    const pinned = new Remembering({ pin: ({ text }) => text?.startsWith('Go on') === true }, memory)
    await pinned.call(messages)
    expect(memory.size.ranges).toBe(2)
    const isKept = ({ index }: { index: number }): boolean => index === 8 || index === 9 || index === 10
    const { diagnostics, sent } = await new Remembering({ pin: isKept }, memory).call(messages)
    expect(diagnostics.stages).toContain('reductionReplayed')
    for (const index of [8, 9, 10]) expect(sent).toContainEqual(messages[index])
  })

  test('leaves a range alone that a late result would tear, and leaves out the others', async () => {
    const messages = [...history.slice(0, 8), user('Go on, please.'), ...history.slice(8)]
    const conversation = new Remembering({ pin: ({ text }) => text?.startsWith('Go on') === true })
    await conversation.call(messages)
    expect(conversation.memory.size.ranges).toBe(2)
    const { diagnostics, sent } = await conversation.call([
      ...messages,
      result('call-4', bytes(1_200)),
      ...more('y'),
      ...more('z'),
    ])
    expect(diagnostics.stages).toContain('reductionReplayed')
    expect(sent).not.toContainEqual(history[2])
  })
})

test('calls that overlap share one memory, each within the limit', async () => {
  const conversation = new Remembering()
  const lists = Array.from({ length: 8 }, (_, round) => [...history, ...more(`branch-${round}`)])
  const answers = await Promise.all(lists.map((list) => conversation.call(list)))
  for (const { diagnostics } of answers) expect(diagnostics.finalSize).toBeLessThanOrEqual(6_000)
  expect(conversation.memory.size.ranges).toBe(1)
  expect((await conversation.call([...history, ...more('last')])).asked).toBe(0)
})

test('a child has no memory but its own', async () => {
  const memory = reductionMemory()
  const own = reductionMemory()
  const run = compose({ hardLimitBytes: 3_000 }).openRun({ memory })
  await run.child().dispatch(history, () => undefined)
  expect(memory.size.ranges).toBe(0)
  await run.child({ memory: own }).dispatch(history, () => undefined)
  expect(own.size.ranges).toBe(1)
  await run.close()
})

test('references that go with a remembered range stand in the ledger each time', async () => {
  const reference = `artifact://sha256/${'a'.repeat(64)}`
  const messages = [system(), user('Look.'), calls('r'), result('r', reference), ...history.slice(2)]
  const conversation = new Remembering()
  const first = await conversation.call(messages)
  const second = await conversation.call([...messages, ...more('next')])
  expect(first.sent.filter(({ content }) => String(content).includes(reference))).toHaveLength(1)
  expect(second.asked).toBe(0)
  expect(second.sent.slice(0, first.sent.length)).toEqual(first.sent)
})
