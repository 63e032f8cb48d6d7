import { describe, expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { Reducer } from '../../src/index.ts'
import type { Plan } from '../../src/reducers/index.ts'
import { compose } from '../support/compose.ts'
import { bytes, exchange, system, user } from '../support/messages.ts'

type Message = OpenAIChatMessage
type Asked = Parameters<Reducer<Message>>[0]

/** Answers with one plan after the other, and keeps what it was asked. */
function planner(...plans: readonly Plan[]): { reducer: Reducer<Message>; asked: Asked[] } {
  const asked: Asked[] = []
  const reducer: Reducer<Message> = (request) => {
    asked.push(request)
    return plans[asked.length - 1] ?? {}
  }
  return { reducer, asked }
}

const messages: readonly Message[] = [
  system(bytes(100)),
  user(bytes(200)),
  user(bytes(400)),
  user(bytes(500)),
  user(bytes(50)),
]

describe('a rejected proposal', () => {
  test('is answered by sending the list as it is, when that fits', async () => {
    const { reducer } = planner({ drop: [4] })
    const run = compose({
      upstreamReducer: reducer,
      hardLimitBytes: 2_000,
      triggerMarginBytes: 1_000,
    }).openRun()
    const call = await run.assemble(messages)
    expect(call.messages).toEqual(messages)
    expect(call.diagnostics).toMatchObject({
      outcome: 'withinLimit',
      attemptCount: 1,
      rejections: [{ attempt: 1, reasons: ['missingRequiredEntry'] }],
    })
  })

  test('gives its reasons to the next attempt, when the list does not fit', async () => {
    const { reducer, asked } = planner({ drop: [0] }, { drop: [99] }, { drop: [1, 2] })
    const run = compose({ upstreamReducer: reducer, maximumCompactionAttempts: 3 }).openRun()
    const { diagnostics } = await run.assemble(messages)
    expect(asked.map(({ attempt, rejections }) => ({ attempt, rejections }))).toEqual([
      { attempt: 1, rejections: [] },
      { attempt: 2, rejections: ['missingRequiredEntry', 'dialectRule'].slice(0, 1) },
      { attempt: 3, rejections: ['forgedStructuralEntry'] },
    ])
    expect(diagnostics).toMatchObject({
      outcome: 'reduced',
      attemptCount: 3,
      finalSize: 650,
      stages: [
        'snapshotCaptured',
        ...['reducerAttempt', 'snapshotCaptured', 'reducerAttempt', 'snapshotCaptured'],
        ...['reducerAttempt', 'snapshotCaptured', 'snapshotCaptured'],
      ],
    })
  })

  test('uses up the last attempt, and the fallback preserves what is required', async () => {
    const { reducer, asked } = planner()
    const run = compose({ upstreamReducer: reducer, maximumCompactionAttempts: 2 }).openRun()
    const call = await run.assemble(messages)
    expect(asked).toHaveLength(2)
    expect(call.messages).toEqual([messages[0], messages[3], messages[4]])
    expect(call.diagnostics).toMatchObject({
      outcome: 'preservationFallback',
      attemptCount: 2,
      finalSize: 650,
      keptIndexes: [0, 3, 4],
      droppedEntryCount: 2,
    })
    expect(call.diagnostics?.stages).toContain('deterministicFallback')
  })
})

describe('an accepted proposal that is still too large', () => {
  test('is the candidate of the next attempt', async () => {
    const { reducer, asked } = planner({ drop: [1] }, { drop: [1] })
    const run = compose({ upstreamReducer: reducer, maximumCompactionAttempts: 2 }).openRun()
    const call = await run.assemble(messages)
    expect(asked.map(({ currentSize, units }) => [currentSize, units.length])).toEqual([
      [1_250, 5],
      [1_050, 4],
    ])
    expect(asked[1]?.rejections).toEqual([])
    expect(call.messages).toEqual([messages[0], messages[3], messages[4]])
    expect(call.diagnostics).toMatchObject({ outcome: 'reduced', attemptCount: 2, rejections: [] })
  })

  test('gives way to the fallback over the whole snapshot, when the attempts are used up', async () => {
    const { reducer } = planner({ drop: [1] })
    const list = [system(bytes(10)), user(bytes(100)), user(bytes(950)), user(bytes(60)), user(bytes(50))]
    const call = await compose({ upstreamReducer: reducer }).openRun().assemble(list)
    expect(call.diagnostics).toMatchObject({ outcome: 'preservationFallback', keptIndexes: [0, 3, 4] })
  })

  test('is sent when the next proposal is rejected and it fits by then', async () => {
    const { reducer } = planner({ drop: [3] }, {})
    const run = compose({
      upstreamReducer: reducer,
      maximumCompactionAttempts: 2,
      triggerMarginBytes: 900,
    }).openRun()
    const call = await run.assemble(messages)
    expect(call.diagnostics).toMatchObject({ outcome: 'reduced', attemptCount: 1, finalSize: 750 })
  })
})

describe('what a reducer is shown', () => {
  test('units hold kind, role, size and whether they are required', async () => {
    const { reducer, asked } = planner()
    const run = compose({ upstreamReducer: reducer, hardLimitBytes: 1_100 }).openRun()
    await run.assemble([system(bytes(500)), user('task'), ...exchange('a', bytes(600)), user('go on')])
    expect(asked[0]?.units).toEqual([
      { index: 0, entries: [0], kind: 'systemInstruction', role: 'system', size: 500, required: true },
      { index: 1, entries: [1], kind: 'conversationalMessage', role: 'user', size: 4, required: false },
      { index: 2, entries: [2, 3], kind: 'toolExchange', role: 'assistant', size: 608, required: false },
      { index: 3, entries: [4], kind: 'conversationalMessage', role: 'user', size: 5, required: true },
    ])
    expect(asked[0]).toMatchObject({ targetSize: 1_100, currentSize: 1_117, unit: 'utf8Bytes', attempt: 1 })
    expect(asked[0]?.text(2)).toContain(bytes(600))
    expect(asked[0]?.text(99)).toBe('')
  })

  test('the target is a share of the threshold, less the overhead', async () => {
    const { reducer, asked } = planner()
    const run = compose({
      upstreamReducer: reducer,
      triggerMarginBytes: 200,
      compactionTarget: 0.75,
    }).openRun()
    await run.assemble(messages, { overhead: 70 })
    expect(asked[0]?.targetSize).toBe(530)
  })

  test('a target below the overhead is zero', async () => {
    const { reducer, asked } = planner()
    const run = compose({ upstreamReducer: reducer, compactionTarget: 0.1 }).openRun()
    await run.assemble(messages, { overhead: 300 })
    expect(asked[0]?.targetSize).toBe(0)
  })
})

test('a plan that elides and summarises is carried out', async () => {
  const { reducer } = planner({ elide: [3], summaries: [{ over: [4, 5], text: 'They spoke of food.' }] })
  const list = [
    system('Be brief.'),
    user('Look.'),
    ...exchange('a', bytes(500)),
    user('And now?'),
    user(bytes(300)),
    user(bytes(300)),
    user('Go on.'),
  ]
  const call = await compose({ upstreamReducer: reducer }).openRun().assemble(list)
  expect(call.messages.map(({ role, content }) => ({ role, content }))).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: null },
    { role: 'tool', content: '[tool result left out to keep the request within its size limit]' },
    { role: 'user', content: 'And now?' },
    { role: 'user', content: 'They spoke of food.' },
    { role: 'user', content: 'Go on.' },
  ])
  expect(call.diagnostics).toMatchObject({
    outcome: 'reduced',
    elidedEntryCount: 1,
    droppedEntryCount: 2,
    keptIndexes: [0, 1, 2, 3, 4, 7],
    finalSequenceValid: true,
  })
  expect(list[3]?.content).toBe(bytes(500))
})
