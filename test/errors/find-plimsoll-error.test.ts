import { expect, test } from 'vitest'
import { RunClosedError } from '../../src/errors/run-closed-error.ts'
import { findPlimsollError } from '../../src/index.ts'

const own = new RunClosedError()

const deep = (levels: number): unknown => {
  let error: unknown = own
  for (let level = 0; level < levels; level += 1) error = new Error('wrapped', { cause: error })
  return error
}

const circle = new Error('circle')
circle.cause = circle

test.each<[string, unknown]>([
  ['itself', own],
  ['a cause', new Error('wrapped', { cause: own })],
  ['causes upon causes', deep(50)],
  ['one of several', new AggregateError([new Error('one'), null, deep(2)])],
  ['a retry’s last error', { errors: [new Error('one')], lastError: own }],
  ['a field named error', { type: 'error', error: own }],
  ['a circle with a way out', Object.assign(circle, { error: { cause: circle, errors: [circle, own] } })],
  ['very many errors', new AggregateError([...new Array(200_000).fill(null), own])],
])('the error is found in %s', (_, thrown) => {
  expect(findPlimsollError(thrown)).toBe(own)
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['null', null],
  ['a text', 'RunClosedError'],
  ['another error', new Error('plain', { cause: 'text' })],
  ['errors that are no list', { errors: 7 }],
  [
    'a getter that throws',
    {
      get cause(): never {
        throw new Error('not to be read')
      },
    },
  ],
  [
    'a proxy that throws',
    new Proxy(
      {},
      {
        get: () => {
          throw new Error('not to be read')
        },
      },
    ),
  ],
])('none is found in %s', (_, thrown) => {
  expect(findPlimsollError(thrown)).toBeUndefined()
})
