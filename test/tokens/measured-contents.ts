import { fc } from '@fast-check/vitest'
import type { MeasuredContent } from '../../src/context/measure.ts'
import type { Piece } from '../../src/context/reading.ts'

const textTypes = [
  'text',
  'reasoning',
  'callId',
  'callName',
  'callArguments',
  'resultId',
  'resultContent',
  'opaque',
] as const
const mediaTypes = [
  undefined,
  'image/png',
  'IMAGE/JPEG',
  'application/pdf',
  'audio/mpeg',
  'video/mp4',
  'text/csv',
  'a/b',
]

/** Content of any shape: every kind of piece, texts with special tokens and lone surrogates, files of any type. */
export function measuredContents(): fc.Arbitrary<MeasuredContent> {
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      '',
      '<|endoftext|>',
      '\ud800',
      'https://a.example/x.png',
      ' '.repeat(2_000),
      '😀'.repeat(700),
    ),
  )
  const piece: fc.Arbitrary<Piece> = fc.oneof(
    fc.record({ type: fc.constantFrom(...textTypes), text: texts }),
    fc.record({
      type: fc.constant('file' as const),
      mediaType: fc.constantFrom(...mediaTypes),
      base64Length: fc.nat(50_000_000),
    }),
  )
  return fc.record({
    role: fc.constantFrom('system', 'user', 'assistant', 'tool', 'other'),
    pieces: fc.array(piece, { maxLength: 6 }),
  })
}
