import { describe, expect, test } from 'vitest'
import { watchOutput } from '../../src/testing/watch-output.ts'
import { canary, findCanaries } from './find-canaries.ts'

class Leaky {
  readonly #text = canary('private')
  get text(): string {
    return this.#text
  }
}

class Tight {
  readonly #text = canary('private')
  toJSON(): number {
    return this.#text.length
  }
}

const hidden = Object.defineProperty({}, 'text', { value: canary('hidden') })
const circle: Record<string, unknown> = { text: canary('circle') }
circle['self'] = circle

describe('a planted text is found', () => {
  test.each<[string, unknown]>([
    ['as it is', canary('text')],
    ['inside of another text', `before ${canary('text')} after`],
    ['in a field', { one: { two: [canary('text')] } }],
    ['in the name of a field', { [canary('name')]: 1 }],
    ['behind a symbol', { [Symbol('s')]: canary('text') }],
    ['in a symbol', { kind: Symbol(canary('symbol')) }],
    ['in a hidden field', hidden],
    ['in a map’s value', new Map([[1, canary('text')]])],
    ['in a map’s key', new Map([[canary('text'), 1]])],
    ['in a set', new Set([canary('text')])],
    ['in an error’s message', new Error(canary('text'))],
    ['in an error’s cause', new Error('x', { cause: new Error(canary('text')) })],
    ['in one of several errors', new AggregateError([new Error(canary('text'))])],
    ['in a field of a function', Object.assign(() => 1, { text: canary('text') })],
    ['behind a getter of a class', new Leaky()],
    ['in binary data', { data: Buffer.from(canary('text')) }],
    [
      'in what a getter throws',
      {
        get text(): never {
          throw new Error(canary('text'))
        },
      },
    ],
    ['in a circle', circle],
  ])('%s', (_, value) => {
    expect(findCanaries(value)).not.toEqual([])
  })
})

test('what can’t be reached is not found, and where to look is told', () => {
  expect(findCanaries(new Tight())).toEqual([])
  expect(findCanaries({ one: 1, two: ['text'] })).toEqual([])
  expect(findCanaries({ a: [canary('x')], b: canary('y') }, ['b'])).toEqual(['$.a.0'])
})

test('output of every kind is watched', () => {
  const output = watchOutput()
  console.log(canary('log'))
  console.error(new Error(canary('error')))
  console.warn({ deep: { deeper: { deepest: [canary('warn')] } } })
  process.stderr.write(canary('stderr'))
  process.stdout.write(Buffer.from(canary('stdout')))
  process.emit('warning', new Error(canary('warning')))
  const written = output.stop()
  for (const place of ['log', 'error', 'warn', 'stderr', 'stdout', 'warning']) {
    expect(written).toContain(canary(place))
  }
})
