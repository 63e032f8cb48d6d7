import { describe, expect, test } from 'vitest'
import { gemini } from '../../../src/dialects/gemini/index.ts'

const { read } = gemini()

describe('the role', () => {
  test.each([
    [{ role: 'user', parts: [{ text: 'a' }] }, 'user'],
    [{ parts: [{ text: 'a' }] }, 'user'],
    [{ role: 'model', parts: [{ text: 'a' }] }, 'assistant'],
    [{ role: 'user', parts: [{ functionResponse: { name: 'look' } }, { text: 'a' }] }, 'tool'],
    [{ parts: [{ functionResponse: { name: 'look' } }] }, 'tool'],
    [{ role: 'function', parts: [{ functionResponse: { name: 'look' } }] }, 'tool'],
    [{ role: 'system', parts: [{ text: 'a' }] }, 'other'],
  ])('of %j is %s', (content, role) => {
    expect(read(content).role).toBe(role)
  })
})

test('a thought is reasoning, its signature is opaque, and a content of thoughts alone goes on in the next', () => {
  const reading = read({ role: 'model', parts: [{ text: 'Hm.', thought: true, thoughtSignature: 'c2ln' }] })
  expect(reading.pieces).toEqual([
    { type: 'reasoning', text: 'Hm.' },
    { type: 'opaque', text: 'c2ln' },
  ])
  expect(reading).toMatchObject({ reasoningOnly: true, continues: true, plainText: undefined })
})

test('a call is measured by id, name and arguments, with the signature that stands on its part', () => {
  const functionCall = { id: 'c1', name: 'look', args: { at: 'sea' } }
  expect(read({ role: 'model', parts: [{ functionCall, thoughtSignature: 'c2ln' }] }).pieces).toEqual([
    { type: 'callId', text: 'c1' },
    { type: 'callName', text: 'look' },
    { type: 'callArguments', text: '{"at":"sea"}' },
    { type: 'opaque', text: 'c2ln' },
  ])
})

test.each([
  [{ output: 'seen' }, 'seen'],
  [{ result: 'seen' }, 'seen'],
  [{ result: 7 }, '{"result":7}'],
  [{ a: 'one', b: 'two' }, '{"a":"one","b":"two"}'],
  [undefined, ''],
])('the text of the response %j is %s', (response, text) => {
  const { links } = read({ role: 'user', parts: [{ functionResponse: { name: 'look', response } }] })
  expect(links).toMatchObject([{ type: 'result', text, elidable: true }])
})

test('a response with a file beside it is more than text', () => {
  const parts = [{ inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } }]
  const functionResponse = { name: 'draw', response: { output: 'drawn' }, parts }
  const reading = read({ role: 'user', parts: [{ functionResponse }] })
  expect(reading.links).toMatchObject([{ text: undefined }])
  expect(reading.pieces).toContainEqual({
    type: 'file',
    mediaType: 'image/png',
    base64Length: 8,
    head: 'aGVsbG8=',
  })
})

test('inline data is a file, a file by its address is its address', () => {
  const parts = [
    { inlineData: { mimeType: 'image/png', data: 'aGVsbG8=' } },
    { fileData: { mimeType: 'application/pdf', fileUri: 'gs://bucket/log.pdf' } },
  ]
  expect(read({ role: 'user', parts }).pieces).toEqual([
    { type: 'file', mediaType: 'image/png', base64Length: 8, head: 'aGVsbG8=' },
    { type: 'opaque', text: 'gs://bucket/log.pdf' },
  ])
})

test('a content without parts is empty, and one with an empty text is not', () => {
  expect(read({ role: 'model', parts: [] })).toMatchObject({ empty: true })
  expect(read({ role: 'model', parts: [{ text: '' }] })).toMatchObject({ empty: false, plainText: '' })
})
