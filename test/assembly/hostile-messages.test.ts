import { describe, expect, test } from 'vitest'
import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import { causeOf } from '../../src/index.ts'
import { rejectionOf } from '../run/deferred.ts'
import { compose } from '../support/compose.ts'
import { bytes, exchange, user } from '../support/messages.ts'

type Message = OpenAIChatMessage

const strange = (message: unknown): Message => message as Message // what a host must not send

function cycle(): Message {
  const part: Record<string, unknown> = { type: 'hologram' }
  part['self'] = part
  return { role: 'user', content: [part] }
}

describe('a list that can’t be read', () => {
  const thrown = new Error('the getter’s own')
  const getter: Message = {
    role: 'user',
    get content(): never {
      throw thrown
    },
  }

  test.each<[string, readonly Message[]]>([
    ['a hole', new Array<Message>(1)],
    ['undefined', [strange(undefined)]],
    ['null', [strange(null)]],
    ['a text', [strange('hello')]],
    ['a number', [strange(7)]],
    ['a list', [strange([user()])]],
    ['a message with a cycle', [cycle()]],
    ['a getter that throws', [getter]],
  ])('with %s is refused by its index, and the run goes on', async (_, messages) => {
    const run = compose().openRun()
    const list = [user(), ...messages]
    if (messages.length > 0 && !(0 in messages)) delete list[1]
    const error = await rejectionOf(run.assemble(list))
    expect(error).toMatchObject({ code: 'snapshot', problem: 'unreadableMessage', index: 1 })
    expect((error as Error).message).toContain('Message 1')
    expect((error as Error).message).toContain('causeOf(error)')
    expect(Object.hasOwn(error as Error, 'cause')).toBe(false)
    expect(causeOf(error)).toBeInstanceOf(Error)
    expect((await run.assemble([user()])).messages).toHaveLength(1)
  })

  test('gives the getter’s own error to who asks for it', async () => {
    const error = await rejectionOf(compose().openRun().assemble([getter]))
    expect(causeOf(error)).toBe(thrown)
  })

  test('with an index that throws is refused by it', async () => {
    const list = [user(), user()]
    Object.defineProperty(list, 1, {
      get(): never {
        throw thrown
      },
    })
    const error = await rejectionOf(compose().openRun().assemble(list))
    expect(error).toMatchObject({ code: 'snapshot', problem: 'unreadableMessage', index: 1 })
    expect(causeOf(error)).toBe(thrown)
  })

  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'messages'],
    ['a number', 7],
    ['an object without capture', {}],
    ['an iterable', new Set([user()])],
    ['an object with a length', { length: 1, 0: user() }],
    ['a promise', Promise.resolve([user()])],
  ])('because it is %s is refused', async (_, messages) => {
    const run = compose().openRun()
    const error = await rejectionOf(run.assemble(messages as Message[])) // wrong on purpose
    expect(error).toMatchObject({ code: 'snapshot', problem: 'notAList', index: undefined })
    expect((error as Error).message).toContain('capture()')
    expect((error as Error).message).not.toContain(': messages')
    expect((await run.assemble([user()])).messages).toHaveLength(1)
  })
})

describe('a list with unusual content', () => {
  class Note {
    readonly role = 'user'
    readonly content: string
    constructor(content: string) {
      this.content = content
    }
  }

  test.each<[string, Message, number]>([
    ['a lone surrogate', user('\ud800'), 3],
    ['a BigInt', { role: 'user', content: [{ type: 'weight', grams: 12n }] }, 30],
    ['a URL', { role: 'user', content: new URL('https://a.example/') }, 20],
    ['an instance of a class', new Note('four'), 4],
    ['a role that nobody knows', { role: 'oracle', content: 'four' }, 4],
    ['no content', { role: 'assistant' }, 0],
    ['a symbol', { role: 'user', content: Symbol('s') }, 0],
  ])('goes out untouched: %s', async (_, message, size) => {
    const call = await compose().openRun().assemble([user(), message])
    expect(call.messages[1]).toBe(message)
    expect(call.diagnostics?.finalSize).toBe(size + 13)
  })

  test.each<[string, Message]>([
    ['a lone surrogate', user(`\udfff${bytes(300)}`)],
    ['a BigInt', { role: 'user', content: [{ type: 'weight', grams: 12n }] }],
    ['a URL', { role: 'user', content: [{ type: 'link', to: new URL('https://a.example/') }] }],
    ['an instance of a class', new Note(bytes(300))],
    ['binary data', { role: 'user', content: [{ type: 'blob', bytes: new Uint8Array(90) }] }],
  ])('is kept through a message reducer: %s', async (_, message) => {
    const messages = [user(bytes(900)), message, user(bytes(200)), user('Go on.')]
    const call = await compose({ upstreamReducer: ({ messages: copies }) => copies.slice(1) })
      .openRun()
      .assemble(messages)
    expect(call.diagnostics?.outcome).toBe('reduced')
    expect(call.messages[0]).toBe(message)
  })
})

test('equal messages are told apart by their place', async () => {
  const same = user(bytes(300))
  const messages = [same, same, same, same, user('Go on.')]
  const call = await compose({ upstreamReducer: ({ messages: copies }) => copies.slice(2) })
    .openRun()
    .assemble(messages)
  expect(call.messages).toEqual([same, same, user('Go on.')])
  expect(call.diagnostics).toMatchObject({ outcome: 'reduced', droppedEntryCount: 2 })
})

describe('a list that comes in broken', () => {
  const orphan = (): Message[] => [user(), ...exchange('a').slice(0, 1), user('Go on.')]

  test('goes by below the threshold, flagged', async () => {
    const messages = orphan()
    const call = await compose().openRun().assemble(messages)
    expect(call.messages).toEqual(messages)
    expect(call.diagnostics).toMatchObject({ outcome: 'withinLimit', finalSequenceValid: false })
  })

  test('is refused on demand, with its size', async () => {
    const run = compose({ onBrokenSequence: 'terminate' }).openRun()
    const error = await rejectionOf(run.assemble(orphan()))
    expect(error).toMatchObject({ outcome: 'irreducible', reason: 'invalidSequence', finalSize: 26 })
  })

  test('is repaired on demand, for this dispatch only', async () => {
    const messages = orphan()
    const call = await compose({ onBrokenSequence: 'repair' }).openRun().assemble(messages)
    expect(call.messages[2]).toEqual({
      role: 'tool',
      tool_call_id: 'a',
      content: '[no result: the tool call did not complete]',
    })
    expect(call.diagnostics).toMatchObject({
      finalSequenceValid: true,
      repairedEntryCount: 1,
      keptIndexes: [0, 1, 2],
      droppedEntryCount: 0,
    })
    expect(messages).toEqual(orphan())
  })
})

test('a dialect that is none is refused, for a run and for a call', async () => {
  const run = compose().openRun()
  const broken = { ...openaiChat(), read: undefined } as unknown as ReturnType<typeof openaiChat> // wrong on purpose
  expect(() => compose().openRun({ dialect: broken })).toThrowError(/dialect: must be a dialect/)
  expect(await rejectionOf(run.assemble([user()], { dialect: broken }))).toMatchObject({
    code: 'profile',
    issues: [{ path: 'dialect' }],
  })
})
