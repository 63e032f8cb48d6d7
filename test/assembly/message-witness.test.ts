import { describe, expect, test } from 'vitest'
import { isAsWitnessed, WitnessTaker } from '../../src/assembly/message-witness.ts'

type Message = Record<string, unknown>

const call = (id: string) => ({ id, function: { name: 'look', arguments: '{}' } })
const message = (): Message => ({ role: 'assistant', content: 'Look.', tool_calls: [call('a'), call('b')] })

function holdsAfter(edit: (message: Message) => void, made: Message = message()): boolean {
  const witness = new WitnessTaker().take(made)
  if (!witness) throw new Error('the message has a witness')
  edit(made)
  return isAsWitnessed(made, witness)
}

test('a message that nobody touched is as it was, and so is another of the same content', () => {
  expect(holdsAfter(() => {})).toBe(true)
  const witness = new WitnessTaker().take(message())
  expect(witness && isAsWitnessed(message(), witness)).toBe(true)
})

describe('an edit in place is seen', () => {
  test.each<[string, (message: Message) => void]>([
    ['another text', (made) => Object.assign(made, { content: 'Listen.' })],
    ['a new field', (made) => Object.assign(made, { name: 'x' })],
    ['a field less', (made) => Reflect.deleteProperty(made, 'tool_calls')],
    ['a part less', (made) => (made['tool_calls'] as unknown[]).pop()],
    ['a part more', (made) => (made['tool_calls'] as unknown[]).push(call('c'))],
    ['a list in the place of a text', (made) => Object.assign(made, { content: [] })],
    [
      'a field deep inside',
      (made) => Object.assign((made['tool_calls'] as object[])[1] as object, { id: 'c' }),
    ],
    [
      'a text in the place of an object',
      (made) => Object.assign((made['tool_calls'] as object[])[0] as object, { function: 'x' }),
    ],
    [
      'a getter that throws',
      (made) =>
        Object.defineProperty(made, 'content', {
          enumerable: true,
          get: () => {
            throw new Error('no')
          },
        }),
    ],
  ])('%s', (_, edit) => {
    expect(holdsAfter(edit)).toBe(false)
  })

  test('a field that moves into the object before it', () => {
    const made: Message = { part: { type: 'text' }, text: 'same' }
    const moved: Message = { part: { type: 'text', text: 'same' } }
    const witness = new WitnessTaker().take(made)
    expect(witness && isAsWitnessed(moved, witness)).toBe(false)
  })
})

describe('a message whose fields don’t tell all of it has no witness', () => {
  class Note {
    content = 'x'
  }
  const cycle: Message = {}
  cycle['self'] = cycle
  test.each<[string, unknown]>([
    ['a class instance', new Note()],
    ['a URL', { content: new URL('https://a.example/') }],
    ['binary', { content: [new Uint8Array(2)] }],
    ['a function', { toJSON: () => 'x' }],
    ['a cycle', cycle],
    ['a list of an own class', { content: new (class extends Array {})() }],
    ['very many parts', { content: new Array(2_000).fill('x') }],
    [
      'a getter that throws',
      {
        get content() {
          throw new Error('no')
        },
      },
    ],
  ])('%s', (_, made) => {
    expect(new WitnessTaker().take(made)).toBe(null)
  })
})

test('a witness is not touched by the next one that is taken', () => {
  const taker = new WitnessTaker()
  const made = message()
  const witness = taker.take(made)
  taker.take({ role: 'user', content: 'Other.' })
  expect(witness && isAsWitnessed(made, witness)).toBe(true)
})
