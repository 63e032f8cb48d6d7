import { createRequire } from 'node:module'
import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { byteBound } from '../../src/tokens/byte-bound.ts'
import { tokenizerEstimator } from '../../src/tokens/tokenizer-estimator.ts'

interface Encoding {
  countTokens(text: string, options?: { readonly disallowedSpecial: ReadonlySet<string> }): number
}

// It lies with the hosts' packages, so that the main install stays light.
const require = createRequire(new URL('../hosts/package.json', import.meta.url))
const encodings = ['o200k_base', 'cl100k_base', 'p50k_base'].map(
  (name) => [name, require(`gpt-tokenizer/encoding/${name}`) as Encoding] as const, // the package's own types say so
)
const [[, o200k] = ['', undefined]] = encodings
const asText = { disallowedSpecial: new Set<string>() }

const framing = { message: 0 }
const plain = tokenizerEstimator({ countTokens: (text) => o200k?.countTokens(text, asText) ?? 0, framing })

function sizeOf(text: string): number {
  return plain.estimate({ role: 'user', pieces: [{ type: 'text', text }] })
}

test('a short text has the tokens that the tokenizer gives it', () => {
  expect(sizeOf('hello world')).toBe(2)
  expect(sizeOf('<|endoftext|>')).toBe(o200k?.countTokens('<|endoftext|>', asText))
})

test('without its check switched off it throws on special tokens, and bytes stand in', () => {
  const strict = tokenizerEstimator({ countTokens: (text) => o200k?.countTokens(text) ?? 0, framing })
  expect(strict.estimate({ role: 'user', pieces: [{ type: 'text', text: 'a <|endoftext|>' }] })).toBe(15)
  expect(strict.fallbacks.threw).toBe(1)
})

test('a megabyte of one letter is measured in pieces', () => {
  expect(sizeOf('a'.repeat(1_000_000))).toBeLessThan(130_000)
})

test('cutting costs few tokens', () => {
  const text = Array.from(
    { length: 600 },
    (_, index) => `Line ${index}: the model reads {"id": ${index * 7}}.\n`,
  ).join('')
  const whole = o200k?.countTokens(text, asText) ?? 0
  expect(sizeOf(text)).toBeGreaterThanOrEqual(whole)
  expect(sizeOf(text)).toBeLessThanOrEqual(whole * 1.01)
})

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.base64String({ maxLength: 400 }),
  fc
    .array(fc.constantFrom('<|endoftext|>', ' ', '\n', '\ud800', 'é', '\ufdfa', '模'), { maxLength: 100 })
    .map((parts) => parts.join('')),
)

for (const [name, encoding] of encodings) {
  property.prop([texts])(`${name} never gives a text more tokens than the byte bound`, (text) => {
    expect(encoding.countTokens(text, asText)).toBeLessThanOrEqual(byteBound(text))
  })
}
