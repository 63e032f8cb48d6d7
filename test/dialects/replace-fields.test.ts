import { expect, test } from 'vitest'
import { replaceFields } from '../../src/dialects/replace-fields.ts'

class Note {
  readonly text = 'seen'
  get loud(): string {
    return this.text.toUpperCase()
  }
}

test('an object keeps its class and its other fields, and the given one is left alone', () => {
  const note = new Note()
  const replaced = replaceFields(note, { text: 'gone' })
  expect(replaced).toBeInstanceOf(Note)
  expect([replaced.loud, note.text]).toEqual(['GONE', 'seen'])
})

test('an accessor stays one, and does not run', () => {
  const message = {
    content: 'seen',
    get price(): never {
      throw new Error('the accessor’s own')
    },
  }
  const replaced = replaceFields(message, { content: 'gone' })
  expect(replaced.content).toBe('gone')
  expect(() => replaced.price).toThrow('the accessor’s own')
})

test('a field named __proto__ is a field like others', () => {
  const message: object = JSON.parse('{"__proto__":{"role":"user"},"content":"seen"}')
  const replaced = replaceFields(message, { content: 'gone' })
  expect(JSON.stringify(replaced)).toBe('{"__proto__":{"role":"user"},"content":"gone"}')
  expect(Object.getPrototypeOf(replaced)).toBe(Object.prototype)
})
