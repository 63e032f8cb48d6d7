import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { requestCapabilities } from '../../src/index.ts'
import { projectRoot } from '../support/project-files.ts'
import { buildSingleExecutable } from './build-single-executable.ts'

const outcomes = ['withinLimit', 'reduced', 'preservationFallback', 'irreducible', 'concurrentMutationLimit']

// `npm test` builds what was never built.
describe.runIf(existsSync(join(projectRoot, 'dist/index.cjs')))('the built package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-runtimes-'))
  const run = (file: string, words: readonly string[] = []): unknown =>
    JSON.parse(execFileSync(file, words, { cwd: folder, encoding: 'utf8' }))

  beforeAll(() => {
    for (const name of ['five-outcomes.cjs', 'smoke.mjs', 'smoke.cjs', 'application.cjs'])
      cpSync(join(projectRoot, 'test/runtimes', name), join(folder, name))
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(projectRoot, join(folder, 'node_modules', manifest.name), 'junction')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test.each(['smoke.mjs', 'smoke.cjs'])(
    'comes to all five outcomes in %s',
    { timeout: 30_000 },
    (program) => {
      expect(run(process.execPath, [program])).toMatchObject({ outcomes })
    },
  )

  test('comes to all five outcomes inside a single executable, as the capability record says', {
    timeout: 120_000,
  }, async () => {
    const executable = await buildSingleExecutable(join(folder, 'application.cjs'), folder)
    expect(run(executable)).toEqual({ isSingleExecutable: true, outcomes })
    expect(requestCapabilities(['compaction']).capabilities.compaction.singleExecutable).toBe('verified')
  })
})
