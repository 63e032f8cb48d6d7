import { expect, test } from 'vitest'
import { kibibytes, mebibytes } from '../../src/index.ts'

test('kibibytes and mebibytes are powers of 1,024, rounded down', () => {
  expect(kibibytes(600)).toBe(614_400)
  expect(kibibytes(0.5)).toBe(512)
  expect(kibibytes(0.0005)).toBe(0)
  expect(mebibytes(2)).toBe(2_097_152)
})
