import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCli, temporaryFile, temporaryFolder } from '../run-cli.ts'

const secret = 'a sentence that nobody else writes'
const messages = [
  { role: 'user', content: `Begin. ${secret}` },
  { role: 'assistant', content: 'a'.repeat(3_000) },
  { role: 'user', content: 'Go on.' },
  { role: 'assistant', content: 'Done.' },
]

test('a replay writes its report as one page without content', async () => {
  const page = join(temporaryFolder(), 'report.html')
  const file = temporaryFile('chat.json', messages)
  const { exitCode } = await runCli(['replay', file, '--hard-limit', '2KiB', '--html', page])
  const html = readFileSync(page, 'utf8')
  expect(exitCode).toBe(0)
  expect(html).toMatch(/^<!doctype html>/i)
  expect(html).toContain('withinLimit')
  expect(html).not.toContain(secret)
})

test('a report that can not be written is bad input', async () => {
  const page = join(temporaryFolder(), 'missing', 'report.html')
  const file = temporaryFile('chat.json', messages)
  const { exitCode, errors } = await runCli(['replay', file, '--hard-limit', '2KiB', '--html', page])
  expect(exitCode).toBe(2)
  expect(errors).toContain('can not be written')
  expect(existsSync(page)).toBe(false)
})

test('a sweep has no report', async () => {
  const file = temporaryFile('chat.json', messages)
  const { exitCode } = await runCli(['replay', file, '--sweep', '2KiB,4KiB', '--html', 'report.html'])
  expect(exitCode).toBe(2)
})
