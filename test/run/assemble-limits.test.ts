import { describe, expect, test, vi } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { AssemblyTerminatedError, type SizeEstimator } from '../../src/index.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import { compose } from '../support/compose.ts'
import { assistant, bytes, exchange, system, user } from '../support/messages.ts'
import { rejectionOf } from './deferred.ts'

/** An old turn and a new one, with this many bytes in all. */
const conversation = (size: number): OpenAIChatMessage[] => [
  user(bytes(40)),
  assistant(bytes(40)),
  user(bytes(size - 80)),
]

const counting = () => vi.fn(dropOldest())

describe('without a margin', () => {
  test.each([
    { size: 999, outcome: 'withinLimit', asked: 0 },
    { size: 1_000, outcome: 'withinLimit', asked: 0 },
    { size: 1_001, outcome: 'reduced', asked: 1 },
  ])('a list of $size bytes under a limit of 1,000 is $outcome', async ({ size, outcome, asked }) => {
    const upstreamReducer = counting()
    const run = compose({ upstreamReducer }).openRun()
    const { diagnostics, messages } = await run.assemble(conversation(size))
    expect(diagnostics).toMatchObject({ outcome, originalSize: size, attemptCount: asked })
    expect(upstreamReducer).toHaveBeenCalledTimes(asked)
    expect(messages).toHaveLength(asked === 0 ? 3 : 1)
  })
})

describe('with a margin of 100 bytes', () => {
  const open = (upstreamReducer = counting()) =>
    compose({ triggerMarginBytes: 100, upstreamReducer }).openRun()

  test.each([
    { size: 899, outcome: 'withinLimit', attemptCount: 0 },
    { size: 900, outcome: 'withinLimit', attemptCount: 0 },
    { size: 901, outcome: 'reduced', attemptCount: 1 },
    { size: 1_000, outcome: 'reduced', attemptCount: 1 },
    { size: 1_001, outcome: 'reduced', attemptCount: 1 },
  ])('a list of $size bytes is $outcome', async ({ size, outcome, attemptCount }) => {
    const { diagnostics } = await open().assemble(conversation(size))
    expect(diagnostics).toMatchObject({ outcome, attemptCount, triggerThreshold: 900, hardLimit: 1_000 })
  })

  test('a list between threshold and limit that no reducer improves goes out as it is', async () => {
    const messages = conversation(950)
    const call = await compose({ triggerMarginBytes: 100, upstreamReducer: () => ({}) })
      .openRun()
      .assemble(messages)
    expect(call.messages).toEqual(messages)
    expect(call.diagnostics).toMatchObject({
      outcome: 'withinLimit',
      rejections: [{ attempt: 1, reasons: ['notSmaller'] }],
    })
  })

  test('a proposal between threshold and limit is sent', async () => {
    const { diagnostics } = await compose({
      triggerMarginBytes: 400,
      upstreamReducer: () => ({ drop: [0] }),
      recentMessageRetentionCount: 0,
    })
      .openRun()
      .assemble([user(bytes(100)), user(bytes(450)), user(bytes(450))])
    expect(diagnostics).toMatchObject({ outcome: 'reduced', finalSize: 900, triggerThreshold: 600 })
  })
})

describe('the hard limit', () => {
  test.each([
    { size: 1_000, sent: true },
    { size: 1_001, sent: false },
  ])('required content of $size bytes is sent: $sent', async ({ size, sent }) => {
    const run = compose({ upstreamReducer: () => ({}) }).openRun()
    const assembling = run.assemble([user(bytes(30)), assistant(bytes(30)), user(bytes(size))])
    if (sent) {
      expect((await assembling).diagnostics).toMatchObject({
        outcome: 'preservationFallback',
        finalSize: size,
      })
      return
    }
    const error = await rejectionOf(assembling)
    expect(AssemblyTerminatedError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({
      code: 'assemblyTerminated',
      outcome: 'irreducible',
      reason: 'requiredContentTooLarge',
      finalSize: size,
      hardLimit: 1_000,
      unit: 'utf8Bytes',
    })
  })

  test('the arguments of a call count', async () => {
    const call = (argument: string): OpenAIChatMessage => ({
      role: 'assistant',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: argument } }],
    })
    const list = [
      user('Look'),
      call(JSON.stringify(bytes(993))),
      { role: 'tool', tool_call_id: 'a', content: '' },
    ]
    const { diagnostics } = await compose()
      .openRun()
      .assemble([...list, user('new')])
    expect(diagnostics).toMatchObject({ outcome: 'reduced', originalSize: 1_008, finalSize: 3 })
  })

  test('a multibyte text counts in bytes', async () => {
    const { diagnostics } = await compose()
      .openRun()
      .assemble([user('€'.repeat(10))])
    expect(diagnostics?.finalSize).toBe(30)
  })
})

test('an empty list is sent as it is', async () => {
  const { messages, diagnostics } = await compose().openRun().assemble([])
  expect(messages).toEqual([])
  expect(diagnostics).toMatchObject({
    outcome: 'withinLimit',
    originalSize: 0,
    finalSize: 0,
    categories: [],
    finalSequenceValid: true,
    keptIndexes: [],
  })
})

describe('what a request carries beside its messages', () => {
  test('the overhead of the profile and of the call count', async () => {
    const run = compose({ requestOverhead: 100 }).openRun()
    const { diagnostics } = await run.assemble([user(bytes(700))], { overhead: 200 })
    expect(diagnostics).toMatchObject({ outcome: 'withinLimit', originalSize: 1_000, finalSize: 1_000 })
    expect(diagnostics?.categories).toEqual([
      { category: 'conversationalMessage', size: 700, entryCount: 1 },
      { category: 'requestOverhead', size: 300, entryCount: 0 },
    ])
  })

  test('texts are measured by the estimator', async () => {
    const run = compose({ requestOverhead: 1 }).openRun()
    const { diagnostics } = await run.assemble([user('hi')], { overhead: ['ab', '€'] })
    expect(diagnostics).toMatchObject({ finalSize: 8 })
  })

  test('one byte more of it asks the reducer, and the target is net of it', async () => {
    const targets: number[] = []
    const run = compose({
      upstreamReducer: (request) => {
        targets.push(request.targetSize, request.currentSize)
        return dropOldest()(request)
      },
    }).openRun()
    const messages = conversation(800)
    expect((await run.assemble(messages, { overhead: 200 })).diagnostics?.attemptCount).toBe(0)
    expect((await run.assemble(messages, { overhead: 201 })).diagnostics?.attemptCount).toBe(1)
    expect(targets).toEqual([799, 800])
  })

  test.each([
    { name: 'a negative number', overhead: -1, says: 'got -1' },
    { name: 'a fraction', overhead: 1.5, says: 'got 1.5' },
    { name: 'NaN', overhead: Number.NaN, says: 'got NaN' },
    { name: 'all of the limit', overhead: 1_000, says: '1000 of 1000' },
    { name: 'texts as large as the limit', overhead: [bytes(999), 'x'], says: '1000 of 1000' },
    { name: 'a text', overhead: 'tools', says: 'got a string' },
    { name: 'a list of numbers', overhead: [1], says: 'got a list' },
    { name: 'a list with a hole', overhead: new Array(1), says: 'got a list' },
    { name: 'null', overhead: { size: 1 }, says: 'got a object' },
  ])('$name is refused, and the run goes on', async ({ overhead, says }) => {
    const run = compose().openRun()
    const refusal = await rejectionOf(
      run.assemble([user()], { overhead: overhead as number }), // wrong on purpose
    )
    expect(refusal).toMatchObject({ code: 'profile', issues: [{ path: 'overhead' }] })
    expect((refusal as Error).message).toContain(says)
    expect((await run.assemble([user()])).messages).toEqual([user()])
  })
})

test('sizes are in the unit of the estimator', async () => {
  const words: SizeEstimator = {
    unit: 'estimatedTokens',
    estimate: ({ pieces }) => pieces.filter(({ type }) => type !== 'file').length * 10,
  }
  const plimsoll = compose({ estimator: words, hardLimitBytes: undefined, hardLimitTokens: 25 } as object) // the limit of another unit
  const { diagnostics } = await plimsoll.openRun().assemble([user('a'), assistant('b'), user('c')])
  expect(diagnostics).toMatchObject({ unit: 'estimatedTokens', originalSize: 30, finalSize: 10 })
})

test('messages that are kept are the very objects of the host', async () => {
  const messages = [system(bytes(300)), user(bytes(300)), ...exchange('a', bytes(600)), user(bytes(100))]
  const call = await compose().openRun().assemble(messages)
  expect(call.messages).toHaveLength(call.diagnostics?.keptIndexes.length ?? -1)
  call.diagnostics?.keptIndexes.forEach((index, place) => {
    expect(call.messages[place]).toBe(messages[index])
  })
  expect(Object.isFrozen(call.messages)).toBe(true)
})
