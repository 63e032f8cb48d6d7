import { expect, test, vi } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { createPlimsoll } from '../../src/index.ts'
import type { ChildOptions, RunOptions } from '../../src/run/run-options.ts'
import { compose } from '../support/compose.ts'
import { user } from '../support/messages.ts'
import { rejectionOf } from './deferred.ts'

type Options = RunOptions<OpenAIChatMessage>

test.each<[string, unknown, string]>([
  ['dialect', null, 'must be a dialect'],
  ['dialect', 'openaiChat', 'must be a dialect'],
  ['dialect', () => ({}), 'must be a dialect'],
  ['identity', null, 'must be an object (got null)'],
  ['identity', 'agent', 'must be an object (got a string)'],
  ['report', 'console', 'must be a function or a list of functions (got a string)'],
  ['onRefusal', {}, 'must be a function (got a object)'],
  ['inspect', 'browser', 'must be a function or an observer'],
  ['inspect', null, 'must be a function or an observer'],
  ['inspect', {}, 'must be a function or an observer'],
  ['admission', 'parallel', "must be 'concurrent' or 'serial' (got a string)"],
  ['admission', null, "must be 'concurrent' or 'serial' (got null)"],
])('the option %s is refused when it is %s', (path, value, says) => {
  const options = { [path]: value } as Options // wrong on purpose
  expect(() => compose().openRun(options)).toThrowError(
    expect.objectContaining({ code: 'profile', issues: [{ path, message: expect.stringContaining(says) }] }),
  )
})

test.each<[string, unknown]>([
  ['dialect', {}],
  ['admission', 'parallel'],
])('the option %s of a child is refused when it is %s', (path, value) => {
  const options = { [path]: value } as ChildOptions<OpenAIChatMessage> // wrong on purpose
  expect(() => compose().openRun().child(options)).toThrowError(`Options refused: ${path}: must be`)
})

test('a run without an id has a random one', () => {
  const [one, other] = [compose().openRun().id, compose().openRun().id]
  expect(one).toMatch(/^[0-9a-f-]{36}$/)
  expect(one).not.toBe(other)
})

test('an inspector that throws, at once or later, disturbs nothing', async () => {
  const problems = vi.fn()
  process.on('unhandledRejection', problems)
  let frames = 0
  const failing = (): unknown => {
    frames += 1
    if (frames % 2 === 0) throw new Error('the inspector’s own')
    return Promise.reject(new Error('the inspector’s own'))
  }
  for (const inspect of [failing, { next: failing }] as Options['inspect'][]) {
    // as an observer, too
    const run = compose().openRun(inspect ? { inspect } : {})
    expect(await run.dispatch([user()], () => 'sent')).toBe('sent')
  }
  await new Promise((resolve) => setImmediate(resolve))
  process.off('unhandledRejection', problems)
  expect(frames).toBeGreaterThan(4)
  expect(problems).not.toHaveBeenCalled()
})

test('a call is refused a signal that is none, with and without compaction', async () => {
  const signal = new AbortController() as unknown as AbortSignal // as is easily mistaken
  for (const plimsoll of [compose(), createPlimsoll<OpenAIChatMessage>()]) {
    const run = plimsoll.openRun()
    expect(await rejectionOf(run.assemble([user()], { signal }))).toMatchObject({
      code: 'profile',
      issues: [{ path: 'signal', message: expect.stringContaining('pass controller.signal') }],
    })
    expect(await run.dispatch([user()], () => 'sent')).toBe('sent')
  }
})
