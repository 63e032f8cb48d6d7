import { expect, test } from 'vitest'
import { copyMessage } from '../../src/dialects/copy-message.ts'

class Note {
  text: string
  readonly tags = ['a']
  constructor(text: string) {
    this.text = text
  }
  get loud(): string {
    return this.text.toUpperCase()
  }
}

test('a class instance keeps its class and is out of reach', () => {
  const original = { note: new Note('hello') }
  const copy = copyMessage(original)
  expect(copy.note).toBeInstanceOf(Note)
  copy.note.text = 'changed'
  copy.note.tags.push('b')
  expect(copy.note.loud).toBe('CHANGED')
  expect(original.note).toEqual(new Note('hello'))
})

test('binary data is copied with its class, also where it is a slice', () => {
  const original = { bytes: new Uint8Array([1, 2, 3, 4]).subarray(1, 3), buffer: Buffer.from('hello') }
  const copy = copyMessage(original)
  expect(copy.bytes).toEqual(new Uint8Array([2, 3]))
  expect(Buffer.isBuffer(copy.buffer)).toBe(true)
  copy.bytes.fill(9)
  copy.buffer.fill(0)
  expect([...original.bytes]).toEqual([2, 3])
  expect(original.buffer.toString()).toBe('hello')
})

test('other built-in objects are copied', () => {
  const original = {
    url: new URL('https://a.example/'),
    date: new Date(5),
    pattern: /a+/g,
    view: new DataView(new ArrayBuffer(4), 1, 2),
    buffer: new ArrayBuffer(3),
    floats: new Float32Array([1.5]),
    map: new Map([['a', { b: 1 }]]),
    set: new Set([1]),
  }
  const copy = copyMessage(original)
  expect(copy).toEqual(original)
  for (const key of Object.keys(original)) {
    expect(Reflect.get(copy, key)).not.toBe(Reflect.get(original, key))
    expect(Reflect.get(copy, key).constructor).toBe(Reflect.get(original, key).constructor)
  }
  expect(copy.map.get('a')).not.toBe(original.map.get('a'))
})

test('a cycle stays a cycle, a shared object stays shared', () => {
  const shared = { a: 1 }
  const original: Record<string, unknown> = { one: shared, two: shared, list: [] }
  original['self'] = original
  const copy = copyMessage(original)
  expect(copy['self']).toBe(copy)
  expect(copy['one']).toBe(copy['two'])
  expect(copy['one']).not.toBe(shared)
})

test('an accessor is read once and becomes its value', () => {
  let reads = 0
  const original = {
    get text() {
      reads += 1
      return 'hello'
    },
  }
  const copy = copyMessage(original)
  expect(reads).toBe(1)
  expect(Object.getOwnPropertyDescriptor(copy, 'text')).toMatchObject({ value: 'hello', writable: true })
})

test('a frozen object has a copy that can be edited', () => {
  const copy = copyMessage(Object.freeze({ list: Object.freeze([1]) }))
  expect(Object.isFrozen(copy)).toBe(false)
  expect(Object.isFrozen(copy.list)).toBe(false)
})

test('a key that names the prototype stays a key', () => {
  const original: unknown = JSON.parse('{"__proto__":{"polluted":true}}')
  const copy = copyMessage(original)
  expect(Object.keys(copy as object)).toEqual(['__proto__']) // parsed as an object above
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
})

test('symbols, holes, hidden properties and objects without a prototype survive', () => {
  const tag = Symbol('tag')
  const bare: Record<string, unknown> = Object.create(null)
  bare['a'] = 1
  const original = { [tag]: 'kept', bare, holes: new Array<number>(3) }
  Object.defineProperty(original, 'hidden', { value: 'there', enumerable: false })
  const copy = copyMessage(original)
  expect(copy[tag]).toBe('kept')
  expect(Reflect.get(copy, 'hidden')).toBe('there')
  expect(Object.keys(copy)).not.toContain('hidden')
  expect(Object.getPrototypeOf(copy.bare)).toBeNull()
  expect(copy.holes).toHaveLength(3)
  expect(0 in copy.holes).toBe(false)
})

test('what is no object is its own copy', () => {
  const run = (): void => {}
  for (const value of [undefined, null, 1, 'a', 1n, run]) expect(copyMessage(value)).toBe(value)
  const blob = new Blob(['a'])
  expect(copyMessage({ blob }).blob).toBe(blob)
})
