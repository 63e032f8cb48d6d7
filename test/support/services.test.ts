import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'
import { findService } from './services.ts'

test('a service is found on the search path by any of its command names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-services-'))
  try {
    const program = join(folder, 'chromium-browser')
    writeFileSync(program, '')
    chmodSync(program, 0o755)
    expect(findService('chromium', ['', 'missing', folder].join(delimiter))).toBe(program)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a service is missing where no folder of the search path has it', () => {
  expect(findService('redis', '')).toBeUndefined()
})
