import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { corpusFolder, corpusNames } from '../corpus/corpus-files.ts'
import { type CliRun, jsonLines, runCli } from './run-cli.ts'

const session = 'pi-before-compaction'

for (const name of corpusNames()) {
  test(`${name} is read and fits`, { timeout: 30_000 }, async () => {
    const file = join(corpusFolder, `${name}.json`)
    const { exitCode, output, errors } = await runCli(['assemble', file, '--hard-limit', '96KiB', '--json'])
    expect([0, 3]).toContain(exitCode)
    expect(errors).toMatch(/^(plimsoll: .*nothing in the file tells its shape.*\n)?$/)
    const [assembly = {}] = jsonLines(output)
    expect(assembly['dialect']).toBe('openai-chat')
    if (exitCode === 0) expect(Number(assembly['finalSize'])).toBeLessThanOrEqual(98_304)
  })
}

const nativeFolder = join(corpusFolder, 'native')
const nativeFiles = existsSync(nativeFolder) ? readdirSync(nativeFolder).sort() : []

describe.runIf(nativeFiles.length > 0)('files as their hosts wrote them', () => {
  for (const file of nativeFiles) {
    test(`${file} is replayed, or one line says why not`, { timeout: 30_000 }, async () => {
      const first = await replay(file)
      const [, count = '0'] = /take one with --pick, from 1 to (\d+)\n$/.exec(first.errors) ?? []
      const picks = Array.from({ length: Number(count) }, (_, index) => ['--pick', String(index + 1)])
      for (const { exitCode, output, errors } of [
        first,
        ...(await Promise.all(picks.map((words) => replay(file, ...words)))),
      ]) {
        if (exitCode === 2) {
          expect(errors).toMatch(/^plimsoll: [^\n]+\n$/)
          expect(errors).toMatch(/holds no list of messages; give|take one with --pick/)
          expect(output).toBe('')
        } else {
          expect([0, 3]).toContain(exitCode)
          expect(Number(jsonLines(output).at(-1)?.['calls'])).toBeGreaterThan(0)
        }
      }
    })
  }
})

test.runIf(corpusNames().includes(session))(
  'a long session is replayed in seconds',
  {
    timeout: 60_000,
  },
  async () => {
    const file = join(corpusFolder, `${session}.json`)
    const start = performance.now()
    const { exitCode, output } = await runCli(['replay', file, '--hard-limit', '96KiB', '--json'])
    expect(exitCode).toBe(0)
    expect(jsonLines(output).at(-1)).toMatchObject({ type: 'summary', calls: 485, refused: 0 })
    // Some four seconds on a quiet machine; this one may be busy.
    expect(performance.now() - start).toBeLessThan(40_000)
  },
)

function replay(file: string, ...words: readonly string[]): Promise<CliRun> {
  return runCli(['replay', join(nativeFolder, file), '--hard-limit', '64KiB', '--json', ...words])
}
