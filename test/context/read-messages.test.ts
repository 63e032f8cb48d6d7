import { describe, expect, test } from 'vitest'
import type { Entry } from '../../src/context/entry.ts'
import { fingerprint } from '../../src/context/fingerprint.ts'
import { readMessages } from '../../src/context/read-messages.ts'
import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import { assistant, calls, exchange, result, system, user } from '../support/messages.ts'
import { snapshotOf } from '../support/snapshot-of.ts'

type Message = OpenAIChatMessage

/** What is read of the answer that is made of the copies: positions, or the form of what is none of the candidate's. */
function read(messages: readonly Message[], answer: (copies: Message[]) => readonly Message[]) {
  const { entries, maker } = snapshotOf(messages)
  const copies = messages.map((message) => openaiChat().copy(message))
  const placeOfCopy = new Map(copies.map((copy, place) => [copy, place]))
  const list = readMessages<Message>(entries, answer(copies), {
    placeOf: (message) => placeOfCopy.get(message),
    fingerprint,
    foreign: (message) => maker.foreign(message),
  })
  return {
    list,
    entries,
    outline: list.map((entry) => (entries.includes(entry) ? entry.position : entry.form)),
  }
}

const pick = (copies: readonly Message[], places: readonly number[]): Message[] =>
  places.flatMap((place) => copies[place] ?? [])

/** Fresh objects of the same content, as a reducer that rebuilds its messages returns. */
const rebuilt = (messages: readonly Message[]): Message[] => JSON.parse(JSON.stringify(messages)) as Message[] // what went in

const conversation = [system(), user('one'), ...exchange('a'), assistant('ok'), user('two')]

test('copies are read as the entries that they were made of', () => {
  const { list, entries } = read(conversation, (copies) => copies)
  expect(list.every((entry, at) => entry === entries[at])).toBe(true)
})

test('messages of the same content are read as the entries, whatever the order of their keys', () => {
  const reversed = (message: Message): Message =>
    Object.fromEntries(Object.entries(message).reverse()) as unknown as Message // the same fields
  expect(read(conversation, () => rebuilt(conversation)).outline).toEqual([0, 1, 2, 3, 4, 5])
  expect(read(conversation, (copies) => copies.map(reversed)).outline).toEqual([0, 1, 2, 3, 4, 5])
})

test('what is left out is left out', () => {
  expect(read(conversation, (copies) => pick(copies, [0, 4, 5])).outline).toEqual([0, 4, 5])
  expect(read(conversation, () => rebuilt(pick(conversation, [0, 4, 5]))).outline).toEqual([0, 4, 5])
  expect(read(conversation, () => []).outline).toEqual([])
})

test('what is moved is read as moved', () => {
  expect(read(conversation, (copies) => pick(copies, [0, 5, 4])).outline).toEqual([0, 5, 4])
  expect(read(conversation, () => rebuilt(pick(conversation, [0, 5, 4]))).outline).toEqual([0, 5, 4])
})

test('a copy that was edited is a mutated form of its entry', () => {
  const { list } = read(conversation, (copies) => {
    Object.assign(copies[4] ?? {}, { content: 'never said' })
    return copies
  })
  expect(list[4]).toMatchObject({ form: 'mutated', position: 4, message: { content: 'never said' } })
})

test('a copy that was edited to look like another message is no such message', () => {
  const { outline } = read(conversation, (copies) => {
    Object.assign(copies[1] ?? {}, { content: 'two' })
    return copies
  })
  expect(outline).toEqual([0, 'mutated', 2, 3, 4, 5])
})

test('a copy that got a cycle is a mutated form', () => {
  const { outline } = read(conversation, (copies) => {
    Object.assign(copies[4] ?? {}, { self: copies[4] })
    return copies
  })
  expect(outline).toEqual([0, 1, 2, 3, 'mutated', 5])
})

test('text of the user that equals nothing is a summary', () => {
  const { list } = read(conversation, (copies) => [
    ...pick(copies, [0]),
    user('Before: one.'),
    ...pick(copies, [5]),
  ])
  expect(list[1]).toMatchObject({ form: 'summary', kind: 'summary', position: -1, hostIndex: -1 })
})

test.each<[string, Message]>([
  ['text of the assistant', assistant('Before: one.')],
  ['text of the system', system('Before: one.')],
  ['blank text of the user', user(' ')],
  ['a call', calls('z')],
  ['a result', result('z')],
  ['an image', { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] }],
  ['a text where a message should be', 'Before: one.' as unknown as Message], // what a reducer may return
  ['null', null as unknown as Message], // what a reducer may return
  ['a message with a cycle', withCycle()],
])('%s that equals nothing is foreign', (_, message) => {
  expect(read(conversation, (copies) => [...copies, message]).outline).toEqual([0, 1, 2, 3, 4, 5, 'foreign'])
})

test('a hole is foreign', () => {
  expect(read([user()], () => new Array<Message>(1)).outline).toEqual(['foreign'])
})

describe('of equal messages', () => {
  const equal = [user('go'), assistant('ok'), user('go'), assistant('ok'), user('go'), assistant('end')]

  test('the last ones are meant', () => {
    expect(read(equal, () => rebuilt([user('go')])).outline).toEqual([4])
    expect(read(equal, () => rebuilt([user('go'), user('go')])).outline).toEqual([2, 4])
    expect(read(equal, () => rebuilt(equal)).outline).toEqual([0, 1, 2, 3, 4, 5])
  })

  test('those are meant that keep the order of what stands behind them', () => {
    expect(read(equal, () => rebuilt([user('go'), assistant('ok'), user('go')])).outline).toEqual([2, 3, 4])
    expect(read(equal, (copies) => [user('go'), ...pick(copies, [1, 5])]).outline).toEqual([0, 1, 5])
    expect(read(equal, (copies) => [user('go'), ...pick(copies, [3])]).outline).toEqual([2, 3])
  })

  test('a copy is itself, whatever its equals', () => {
    expect(read(equal, (copies) => pick(copies, [0, 3])).outline).toEqual([0, 3])
  })

  test('a copy is taken before its equals are looked at', () => {
    expect(read(equal, (copies) => [...pick(copies, [2]), user('go')]).outline).toEqual([2, 4])
    expect(read(equal, (copies) => [user('go'), ...pick(copies, [4])]).outline).toEqual([2, 4])
    expect(read(equal, (copies) => [...pick(copies, [4]), user('go')]).outline).toEqual([4, 2])
  })

  test('one too many is read as repeated', () => {
    const { outline } = read(equal, () => rebuilt([...equal, user('go')]))
    expect(outline.filter((position) => position === 0 || position === 2 || position === 4)).toHaveLength(4)
    expect(read([user('go')], (copies) => [...copies, user('go')]).outline).toEqual([0, 0])
    expect(read([user('go')], (copies) => [...copies, ...copies]).outline).toEqual([0, 0])
  })

  test('one in a place where none can be is read as moved, not as new', () => {
    expect(read(equal, (copies) => [assistant('ok'), ...pick(copies, [0])]).outline).toEqual([1, 0])
  })
})

test('an entry of ours in the candidate is read back like any other', () => {
  const { keep, maker } = snapshotOf(conversation)
  const candidate: Entry<Message>[] = [...keep(0), maker.summary('before'), ...keep(5)]
  const list = readMessages<Message>(candidate, rebuilt(candidate.map(({ message }) => message)), {
    placeOf: () => undefined,
    fingerprint,
    foreign: (message) => maker.foreign(message),
  })
  expect(list.map((entry) => candidate.indexOf(entry))).toEqual([0, 1, 2])
})

test('a candidate without a readable content equals nothing, not even its like', () => {
  const { entries, maker } = snapshotOf([user('go')])
  const list = readMessages<Message>(entries, [user('go')], {
    placeOf: () => undefined,
    fingerprint: () => undefined,
    foreign: (message) => maker.foreign(message),
  })
  expect(list.map(({ form }) => form)).toEqual(['summary'])
})

function withCycle(): Message {
  const message: Record<string, unknown> & { role: string } = { role: 'user', content: 'round' }
  message['self'] = message
  return message
}
