import { expect, test } from 'vitest'
import { countFraming, type Framing } from '../../src/tokens/framing.ts'

const framing: Framing = {
  message: 1,
  call: 10,
  argument: 100,
  result: 1_000,
  definition: 10_000,
  definitions: 100_000,
}

test('a message has its framing even when it is empty', () => {
  expect(countFraming({ role: 'assistant', pieces: [] }, framing)).toBe(1)
})

test('calls, their arguments and results have theirs', () => {
  expect(
    countFraming(
      {
        role: 'assistant',
        pieces: [
          { type: 'callId', text: 'c1' },
          { type: 'callName', text: 'search' },
          { type: 'callArguments', text: '{"query":"a","limits":{"most":3}}' },
          { type: 'resultId', text: 'c1' },
          { type: 'resultContent', text: '"not":"an argument"' },
        ],
      },
      framing,
    ),
  ).toBe(1 + 10 + 300 + 1_000)
})

test('texts beside the messages have that of definitions', () => {
  const pieces = [
    { type: 'opaque', text: 'search' },
    { type: 'opaque', text: '{}' },
  ] as const
  expect(countFraming({ role: 'system', pieces }, framing)).toBe(1 + 100_000 + 20_000)
  expect(countFraming({ role: 'user', pieces }, framing)).toBe(1)
  expect(countFraming({ role: 'system', pieces: [{ type: 'text', text: 'Be brief.' }] }, framing)).toBe(1)
})
