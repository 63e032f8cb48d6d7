import { describe, expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { reductionMemory } from '../../src/index.ts'
import { assistant, bytes, calls, exchange, result, system, user } from '../support/messages.ts'
import { Remembering, summarise } from './remembering.ts'

type Message = OpenAIChatMessage

const round = (name: string): Message[] => exchange(name, `${name}:${bytes(500)}`)
const rounds = (...names: readonly string[]): Message[] => names.flatMap(round)
const old = ['a', 'b', 'c', 'd', 'e', 'f']
const recent = ['g', 'h', 'i', 'j']
const opening = [system(), user('Look at everything.')]
const history = [...opening, ...rounds(...old, ...recent)]
const secret = 'A summary of the old rounds.'

/** Calls once with the history, so that it is remembered, and then with what became of it. */
async function after(changed: readonly Message[]) {
  const conversation = new Remembering({ upstreamReducer: summarise(secret) })
  const first = await conversation.call(history)
  expect(first.sent).toContainEqual(user(secret))
  return { first, next: await conversation.call(changed) }
}

const edited = (at: number, change: Partial<Message>): Message[] =>
  history.map((message, index) => (index === at ? ({ ...message, ...change } as Message) : message)) // of the same role

const kept: readonly (readonly [string, readonly Message[]])[] = [
  ['the list has grown', [...history, ...round('k')]],
  ['the system prompt changed', edited(0, { content: 'Answer at length.' })],
  ['the system prompt is gone', history.slice(1)],
  ['a message was inserted in front', [system(), user('Today is Monday.'), ...history.slice(1)]],
  ['a message was inserted behind', [...history.slice(0, -2), user('Wait.'), ...history.slice(-2)]],
  ['what was kept was edited', edited(history.length - 1, { content: `j:${bytes(520)}` })],
  ['the objects are new', history.map((message) => structuredClone(message))],
  [
    'their fields come in another order',
    history.map((message) => Object.fromEntries(Object.entries(message).reverse()) as unknown as Message), // the same fields
  ],
  ['an id of the old rounds is used again', [...history, ...exchange('a', `again:${bytes(300)}`)]],
]

const lost: readonly (readonly [string, readonly Message[]])[] = [
  ['a result was edited', edited(3, { content: `a!${bytes(500)}` })],
  ['a result was edited to the same length', edited(3, { content: `A:${bytes(500)}` })],
  ['a call was edited', edited(2, { content: 'I look.' })],
  ['the newest message that was left out was edited', edited(11, { content: `e:${bytes(500, 'y')}` })],
  ['two rounds changed places', [...opening, ...rounds('b', 'a', ...old.slice(2), ...recent)]],
  ['one round is gone', [...opening, ...rounds(...old.slice(1), ...recent, 'k')]],
  [
    'the list branches off in the middle',
    [...opening, ...rounds('a', 'b', 'x1', 'x2', 'x3', 'x4', 'x5', 'x6', 'x7', 'x8')],
  ],
  ['a message was inserted in the middle', [...history.slice(0, 6), user('Stop.'), ...history.slice(6)]],
  [
    'a result joined an old exchange',
    [...opening, ...rounds(...old, ...recent), result('a', `late:${bytes(500)}`)],
  ],
  ['it is another conversation', [...opening, ...rounds('p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x', 'y')]],
  [
    'it is another conversation with the same short texts',
    [...opening, ...rounds('a', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'x')],
  ],
]

describe('what was left out is left out again when', () => {
  test.each(kept)('%s', async (_, changed) => {
    const { next } = await after(changed)
    expect(next.asked).toBe(0)
    expect(next.diagnostics.stages).toContain('reductionReplayed')
    expect(next.sent).toContainEqual(user(secret))
  })
})

describe('nothing is left out again when', () => {
  test.each(lost)('%s', async (_, changed) => {
    const { next } = await after(changed)
    expect(next.diagnostics.stages).not.toContain('reductionReplayed')
    expect(next.asked).toBe(1)
  })
})

test('the summary of one conversation never stands in another, even if both share a memory', async () => {
  const memory = reductionMemory()
  await new Remembering({ upstreamReducer: summarise(secret) }, memory).call(history)
  for (const [, changed] of lost) {
    const other = new Remembering({ upstreamReducer: summarise('Another summary.') }, memory)
    expect(JSON.stringify((await other.call(changed)).sent)).not.toContain(secret)
  }
})

test('a branch keeps what it has in common, and going back finds the first branch as it was', async () => {
  const conversation = new Remembering()
  const branch = [...history.slice(0, -2), ...rounds('x', 'y')]
  const first = await conversation.call(history)
  const other = await conversation.call(branch)
  const back = await conversation.call([...history, ...round('k')])
  expect([first.asked, other.asked, back.asked]).toEqual([1, 0, 0])
})

test('two branches that were cut apart from each other are both remembered', async () => {
  const conversation = new Remembering({ upstreamReducer: summarise(secret) })
  const branch = [...opening, ...rounds('a', 'b', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u')]
  await conversation.call(history)
  await conversation.call(branch)
  expect(conversation.memory.size.ranges).toBe(2)
  expect((await conversation.call(history)).asked).toBe(0)
  expect((await conversation.call(branch)).asked).toBe(0)
})

test('of equal messages the one in the old place goes', async () => {
  const again = Array.from({ length: 12 }, () => [user('Go on.'), assistant(bytes(500))]).flat()
  const messages = [...opening, ...again]
  const conversation = new Remembering()
  const first = await conversation.call(messages)
  const next = await conversation.call([...messages, user('And on.')])
  expect(next.asked).toBe(0)
  expect(next.sent.slice(0, first.sent.length)).toEqual(first.sent)
})

test('an image that was exchanged for one of the same size is another one', async () => {
  const image = (letter: string): Message => ({
    role: 'user',
    content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${bytes(400, letter)}` } }],
  })
  const list = (letter: string): Message[] => [...opening, image(letter), ...rounds(...old, ...recent)]
  const conversation = new Remembering()
  await conversation.call(list('A'))
  expect((await conversation.call(list('A'))).asked).toBe(0)
  expect((await conversation.call(list('B'))).asked).toBe(1)
})

test('an edit in place is noticed', async () => {
  const messages = history.map((message) => ({ ...message })) as Message[] // copies, not frozen
  const conversation = new Remembering()
  await conversation.call(messages)
  Object.assign(messages[3] ?? {}, { content: `A:${bytes(500)}` })
  expect((await conversation.call(messages)).asked).toBe(1)
  expect(calls('a')).toEqual(messages[2])
})
