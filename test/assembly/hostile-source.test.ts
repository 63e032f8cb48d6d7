import { describe, expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { SnapshotSource } from '../../src/index.ts'
import { quiet, rejectionOf } from '../run/deferred.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'

type Message = OpenAIChatMessage
type Source = SnapshotSource<Message>

const wrong = (source: unknown): Source => source as Source // what a source must not be

const thrown = new Error('the source’s own')

const failing: readonly (readonly [string, () => unknown])[] = [
  [
    'throws',
    () => {
      throw thrown
    },
  ],
  ['rejects', () => Promise.reject(thrown)],
  ['answers with a thenable that throws', () => thenable(() => raise(thrown))],
  ['answers with a thenable that rejects', () => thenable((_, reject) => reject?.(thrown))],
]

const garbage: readonly (readonly [string, unknown, string])[] = [
  ['nothing', undefined, 'notAList'],
  ['null', null, 'notAList'],
  ['a text', 'messages', 'notAList'],
  ['a list without a version', [user()], 'notAList'],
  ['no messages', { version: 1 }, 'notAList'],
  ['messages that are no list', { version: 1, messages: new Set() }, 'notAList'],
  ['no version', { messages: [] }, 'invalidVersion'],
  ['NaN for a version', { version: Number.NaN, messages: [] }, 'invalidVersion'],
  ['infinity for a version', { version: Number.POSITIVE_INFINITY, messages: [] }, 'invalidVersion'],
  ['an object for a version', { version: {}, messages: [] }, 'invalidVersion'],
  ['a BigInt for a version', { version: 1n, messages: [] }, 'invalidVersion'],
]

describe.each([1, 2])('at capture %i', (at) => {
  const sourceOf = (answer: () => unknown): Source => {
    let captures = 0
    return wrong({
      capture: () => {
        captures += 1
        return captures === at ? answer() : { version: 1, messages: [user()] }
      },
    })
  }

  test.each(failing)('a source that %s fails the call with its own error', async (_, answer) => {
    const run = compose().openRun()
    expect(await rejectionOf(run.assemble(sourceOf(answer)))).toBe(thrown)
    expect((await run.assemble([user()])).messages).toHaveLength(1)
  })

  test.each(garbage)('a source that answers with %s is refused', async (_, answer, problem) => {
    const run = compose().openRun()
    const error = await rejectionOf(run.assemble(sourceOf(() => answer)))
    expect(error).toMatchObject({ code: 'snapshot', problem, index: undefined })
    expect(await rejectionOf(run.assemble(sourceOf(async () => answer)))).toMatchObject({ problem })
    expect((await run.assemble([user()])).messages).toHaveLength(1)
  })
})

test('a message that can’t be read in a list that changed is told by its index', async () => {
  let captures = 0
  const list = [user(), user()]
  delete list[1]
  const source = {
    capture: () => {
      captures += 1
      return { version: captures, messages: captures === 1 ? [user()] : list }
    },
  }
  const error = await rejectionOf(compose().openRun().assemble(source))
  expect(error).toMatchObject({ code: 'snapshot', problem: 'unreadableMessage', index: 1 })
})

test('a source may be asynchronous, or answer with any thenable', async () => {
  const messages = [user(bytes(600)), user(bytes(600)), user('new')]
  const answer = { version: 'one', messages }
  for (const capture of [async () => answer, () => thenable((resolve) => resolve?.(answer))]) {
    const call = await compose().openRun().assemble(wrong({ capture }))
    expect(call.messages).toEqual(messages.slice(1))
    expect(call.messages[0]).toBe(messages[1])
  }
})

test('what a capture’s getter answers a second time does not count', async () => {
  const source = wrong({
    capture: () => {
      let reads = 0
      return {
        version: 1,
        get messages() {
          reads += 1
          return reads === 1 ? [user()] : 'gone'
        },
      }
    },
  })
  expect((await compose().openRun().assemble(source)).messages).toEqual([user()])
})

describe('a source that can be subscribed to', () => {
  const capture = () => ({ version: 1, messages: [user(bytes(600)), user(bytes(600)), user('new')] })

  test('and throws then fails the call with its own error', async () => {
    let asked: AbortSignal | undefined
    const run = compose({
      upstreamReducer: ({ signal }) => {
        asked = signal
        return new Promise(() => {})
      },
    }).openRun()
    const subscribe = (): never => {
      throw thrown
    }
    expect(await rejectionOf(run.assemble({ capture, subscribe }))).toBe(thrown)
    expect(asked?.aborted).toBe(true)
    await quiet()
    expect((await run.assemble([user()])).messages).toHaveLength(1)
  })

  test.each<[string, unknown]>([
    ['has no function for it', undefined],
    ['answers with nothing', () => undefined],
  ])('and %s is taken as one that can’t', async (_, subscribe) => {
    const call = await compose().openRun().assemble(wrong({ capture, subscribe }))
    expect(call.diagnostics?.outcome).toBe('reduced')
  })

  test('and tells of changes before and after the call disturbs nothing', async () => {
    let tell = (): void => {}
    const subscribe = (listener: () => void) => {
      tell = listener
      listener()
      return () => {}
    }
    const call = await compose().openRun().assemble({ capture, subscribe })
    tell()
    await quiet()
    expect(call.diagnostics?.restartCount).toBe(0)
  })
})

function thenable(then: (resolve?: (value: unknown) => void, reject?: (reason: unknown) => void) => void) {
  return { then }
}

function raise(error: Error): never {
  throw error
}
