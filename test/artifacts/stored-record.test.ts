import { test as check, fc } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { decodeRecord, encodeRecord } from '../../src/artifacts/stored-record.ts'
import type { ArtifactRecord } from '../../src/artifacts/workspace.ts'

const digest = '0123456789abcdef'.repeat(4)
const length = encodeRecord({ digest, bytes: 0, storedAt: 0, tool: undefined }).byteLength

const anyRecord: fc.Arbitrary<ArtifactRecord> = fc.record({
  digest: fc.constant(digest),
  bytes: fc.maxSafeNat(),
  storedAt: fc.maxSafeNat(),
  tool: fc.option(
    fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.string({ unit: 'binary', maxLength: 2_000, size: 'max' }),
      fc.constantFrom('\u0001'.repeat(400), '\ud83e'.repeat(400), '€'.repeat(400)),
    ),
    { nil: undefined },
  ),
})

check.prop([anyRecord])(
  'a record is read as it was written, in one length, its tool cut if it must be',
  (record) => {
    const encoded = encodeRecord(record)
    expect(encoded.byteLength).toBe(length)
    const { tool, ...rest } = decodeRecord(encoded, digest) ?? {}
    expect(rest).toEqual({ digest, bytes: record.bytes, storedAt: record.storedAt })
    if (record.tool === undefined) expect(tool).toBeUndefined()
    else expect(record.tool.startsWith(tool ?? 'none')).toBe(true)
  },
)

test('a tool of an ordinary name is kept whole', () => {
  const tool = 'mcp__server_of_somebody__a_tool-with.a:long/name '.repeat(6).slice(0, 290)
  expect(decodeRecord(encodeRecord({ digest, bytes: 1, storedAt: 1, tool }), digest)?.tool).toBe(tool)
})
