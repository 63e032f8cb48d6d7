import { describe, expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { HybridProfile, SizeEstimator } from '../../src/index.ts'
import { rejectionOf } from '../run/deferred.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'

type Estimate = SizeEstimator['estimate']

const open = (estimate: Estimate, options: object = {}) =>
  compose({
    estimator: { unit: 'words', estimate },
    hardLimitBytes: undefined,
    hardLimitUnits: 1_000,
    ...options,
  } as Partial<HybridProfile<OpenAIChatMessage>>).openRun() // the limit is of the estimator's unit

describe('an estimator that answers with no size', () => {
  test.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['a negative number', -1],
    ['a fraction', 1.5],
    ['infinity', Number.POSITIVE_INFINITY],
    ['an unsafe number', 2 ** 53],
    ['a BigInt', 1n],
    ['a text', '5'],
    ['nothing', undefined],
    ['a promise', Promise.resolve(5)],
  ])('but %s fails the call, by the index of the message', async (_, answer) => {
    const estimate = ({ pieces }: { pieces: readonly unknown[] }) =>
      (pieces.length > 0 ? answer : 0) as number // wrong on purpose
    const error = await rejectionOf(open(estimate).assemble([{ role: 'assistant' }, user()]))
    expect(error).toMatchObject({ code: 'estimator', problem: 'invalidSize', unit: 'words', index: 1 })
    expect((error as Error).message).toContain('message 1')
    expect((error as Error).message).toContain('non-negative safe integer')
  })
})

test('sizes that add up to an unsafe number fail the call', async () => {
  const run = open(() => Number.MAX_SAFE_INTEGER)
  expect(await rejectionOf(run.assemble([user(), user()]))).toMatchObject({
    code: 'estimator',
    problem: 'unsafeSum',
    index: undefined,
  })
})

test('an overhead without a size fails the call before anything else', async () => {
  const run = open(() => Number.NaN)
  const error = await rejectionOf(run.assemble([], { overhead: ['tools'] }))
  expect(error).toMatchObject({ code: 'estimator', problem: 'invalidSize' })
  expect((error as Error).message).not.toContain('message')
})

test('an estimator that changes its mind fails the call', async () => {
  let asked = 0
  const estimate = (): number => {
    asked += 1
    return asked
  }
  const error = await rejectionOf(open(estimate).assemble([user(), user()]))
  expect(error).toMatchObject({ code: 'estimator', problem: 'differentSizes', index: 0 })
  expect((error as Error).message).toContain('deterministic')
})

test('an estimator that throws fails the call with its own error, and the run goes on', async () => {
  const thrown = new Error('the estimator’s own')
  let fails = true
  const run = open(() => {
    if (fails) throw thrown
    return 1
  })
  expect(await rejectionOf(run.assemble([user()]))).toBe(thrown)
  fails = false
  expect((await run.assemble([user()])).diagnostics?.finalSize).toBe(1)
})

test('an estimator that fails on a reducer’s summary fails the call', async () => {
  const thrown = new Error('the estimator’s own')
  const estimate: Estimate = ({ pieces }) => {
    const texts = pieces.map((piece) => (piece.type === 'file' ? '' : piece.text))
    if (texts.includes('in short')) throw thrown
    return texts.join('').length
  }
  const run = open(estimate, {
    upstreamReducer: () => ({ summaries: [{ over: [0, 0], text: 'in short' }] }),
  })
  expect(await rejectionOf(run.assemble([user(bytes(700)), user(bytes(600)), user('new')]))).toBe(thrown)
})
