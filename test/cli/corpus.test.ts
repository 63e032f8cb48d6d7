import { join } from 'node:path'
import { expect, test } from 'vitest'
import { corpusFolder, corpusNames } from '../corpus/corpus-files.ts'
import { jsonLines, runCli } from './run-cli.ts'

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
