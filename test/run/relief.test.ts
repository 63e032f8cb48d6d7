import { describe, expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { HybridProfile } from '../../src/index.ts'
import { compose } from '../support/compose.ts'
import { assistant, bytes, calls, exchange, result, system, user } from '../support/messages.ts'
import { rejectionOf } from './deferred.ts'

type Message = OpenAIChatMessage

const notice = '[tool result left out to keep the request within its size limit]'

/** The reducer never helps: what is tested comes after it. */
const open = (options: Partial<HybridProfile<Message>>) =>
  compose({ upstreamReducer: () => ({}), ...options }).openRun()

/** Three exchanges of 508 bytes behind a task of 4. */
const loop = (): Message[] => [
  user('Look'),
  ...exchange('a', bytes(500)),
  ...exchange('b', bytes(500)),
  ...exchange('c', bytes(500)),
]

const contents = (messages: readonly Message[]) =>
  messages.map(({ content }) => (content === notice ? 'notice' : String(content).length))

describe('required content that is too large alone', () => {
  const retention = { recentMessageRetentionCount: 3 }

  test('is refused without relief', async () => {
    const error = await rejectionOf(open(retention).assemble(loop()))
    expect(error).toMatchObject({ outcome: 'irreducible', finalSize: 1_528 })
  })

  test('gives up the oldest results of its window first, and no more than it must', async () => {
    const messages = loop()
    const call = await open({ ...retention, relief: ['elide'] }).assemble(messages)
    expect(contents(call.messages)).toEqual([4, 4, 'notice', 4, 'notice', 4, 500])
    expect(call.diagnostics).toMatchObject({
      outcome: 'preservationFallback',
      finalSize: 4 + 2 * (8 + notice.length) + 508,
      elidedEntryCount: 2,
      droppedEntryCount: 0,
      finalSequenceValid: true,
    })
    expect(call.diagnostics?.stages.slice(-3)).toEqual([
      'deterministicFallback',
      'reliefElision',
      'snapshotCaptured',
    ])
    expect(messages).toEqual(loop())
  })

  test('shrinks its window to the largest that fits', async () => {
    const messages = loop()
    const call = await open({ ...retention, relief: ['shrinkRetention'] }).assemble(messages)
    expect(call.diagnostics).toMatchObject({
      outcome: 'preservationFallback',
      keptIndexes: [0, 5, 6],
      finalSize: 512,
    })
    expect(call.diagnostics?.stages).toContain('reliefShrinkRetention')
  })

  test('does not shrink its window below the floor', async () => {
    const error = await rejectionOf(
      open({ ...retention, minimumRetentionCount: 2, relief: ['shrinkRetention'] }).assemble(loop()),
    )
    expect(error).toMatchObject({ outcome: 'irreducible', finalSize: 1_020 })
  })

  test('shrinks its window to nothing where the floor is none', async () => {
    const call = await open({
      ...retention,
      hardLimitBytes: 100,
      minimumRetentionCount: 0,
      relief: ['shrinkRetention'],
    }).assemble(loop())
    expect(call.messages).toEqual([user('Look')])
  })

  test('takes one step after the other, and each is recorded', async () => {
    const call = await open({
      ...retention,
      hardLimitBytes: 100,
      relief: ['elide', 'shrinkRetention'],
    }).assemble(loop())
    expect(contents(call.messages)).toEqual([4, 4, 'notice'])
    expect(call.diagnostics?.stages.filter((stage) => /fallback|relief/i.test(stage))).toEqual([
      'deterministicFallback',
      'reliefElision',
      'reliefShrinkRetention',
    ])
  })

  test('is refused when no step is enough', async () => {
    const run = open({ ...retention, hardLimitBytes: 50, relief: ['elide', 'shrinkRetention'] })
    const error = await rejectionOf(run.assemble([system(bytes(60)), ...loop()]))
    expect(error).toMatchObject({ outcome: 'irreducible', finalSize: 60 + 4 + 8 + notice.length })
  })

  test('keeps the results of a pinned exchange', async () => {
    const run = open({ ...retention, relief: ['elide'], pin: ({ index }) => index === 4 })
    const call = await run.assemble(loop())
    expect(contents(call.messages)).toEqual([4, 4, 'notice', 4, 500, 4, 'notice'])
  })
})

describe('results of older exchanges', () => {
  const options = { elideOlderResults: true, hardLimitBytes: 1_200 }

  test('give way to a notice before the reducer is asked, the oldest first, until the threshold', async () => {
    const messages = loop()
    const call = await open(options).assemble(messages)
    expect(contents(call.messages)).toEqual([4, 4, 'notice', 4, 500, 4, 500])
    expect(call.diagnostics).toMatchObject({
      outcome: 'reduced',
      attemptCount: 0,
      elidedEntryCount: 1,
      droppedEntryCount: 0,
      keptIndexes: [0, 1, 2, 3, 4, 5, 6],
      stages: ['snapshotCaptured', 'resultElision', 'snapshotCaptured'],
    })
    expect(call.messages[4]).toBe(messages[4])
    expect(messages).toEqual(loop())
  })

  test('stay where the threshold is kept', async () => {
    const call = await open({ ...options, hardLimitBytes: 2_000 }).assemble(loop())
    expect(call.diagnostics).toMatchObject({ outcome: 'withinLimit', elidedEntryCount: 0 })
  })

  test('stay when they are shorter than the notice', async () => {
    const messages = [user('Look'), ...exchange('a', 'short'), ...exchange('b', bytes(500)), user(bytes(900))]
    const call = await open({ ...options, hardLimitBytes: 1_000 }).assemble(messages)
    expect(call.messages[2]).toBe(messages[2])
    expect(call.diagnostics?.elidedEntryCount).toBe(1)
  })

  test('hand what is left to the reducer when that is not enough', async () => {
    const sizes: number[] = []
    const run = open({
      ...options,
      hardLimitBytes: 600,
      upstreamReducer: ({ currentSize }) => {
        sizes.push(currentSize)
        return { drop: [1] }
      },
    })
    const call = await run.assemble(loop())
    expect(sizes).toEqual([4 + 2 * (8 + notice.length) + 508])
    expect(call.diagnostics).toMatchObject({ outcome: 'reduced', attemptCount: 1, elidedEntryCount: 1 })
  })

  test('are the same notices again in the next call', async () => {
    const run = open(options)
    const messages = loop()
    const first = await run.assemble(messages)
    messages.push(assistant('ok'))
    const second = await run.assemble(messages)
    expect(JSON.stringify(second.messages.slice(0, 7))).toBe(JSON.stringify(first.messages))
  })

  test('of parallel calls give way one by one', async () => {
    const messages = [
      user('Look'),
      calls('a', 'b'),
      result('a', bytes(500)),
      result('b', bytes(500)),
      user(bytes(400)),
    ]
    const call = await open({ ...options, hardLimitBytes: 1_000 }).assemble(messages)
    expect(contents(call.messages)).toEqual([4, 4, 'notice', 500, 400])
  })
})

describe('the omission notice', () => {
  const omitted = '[earlier messages were left out to keep the request within its size limit]'
  const options = { omissionNotice: true, hardLimitBytes: 700 }

  test('stands where the fallback left content out, and counts', async () => {
    const call = await open(options).assemble([system('Be brief.'), user(bytes(600)), user(bytes(500))])
    expect(call.messages.map(({ content }) => content)).toEqual(['Be brief.', omitted, bytes(500)])
    expect(call.diagnostics).toMatchObject({
      finalSize: 509 + omitted.length,
      outcome: 'preservationFallback',
    })
    expect(call.diagnostics?.categories).toContainEqual({
      category: 'omissionNotice',
      size: omitted.length,
      entryCount: 1,
    })
  })

  test('has its size reserved beforehand', async () => {
    const messages = [user(bytes(600)), user(bytes(200)), user(bytes(450))]
    const call = await open(options).assemble(messages)
    expect(call.messages).toHaveLength(2)
    expect(call.diagnostics?.finalSize).toBe(450 + omitted.length)
  })

  test('is left out where it has no room', async () => {
    const call = await open(options).assemble([user(bytes(600)), user(bytes(690))])
    expect(call.messages).toEqual([user(bytes(690))])
  })

  test('is not needed where a reducer did the work', async () => {
    const run = open({ ...options, upstreamReducer: () => ({ drop: [0] }) })
    expect((await run.assemble([user(bytes(600)), user(bytes(500))])).messages).toHaveLength(1)
  })
})
