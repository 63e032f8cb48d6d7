// Usage: npm run fuzz -- [--lists 100000] [--seed NUMBER] [--dialect gemini]
// Bounds made-up lists of every dialect. What fails is shrunk, and told with the seed that brings it back.
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { ensureInstalled, projectRoot } from './ensure-installed.mjs'

try {
  const { values } = parseArgs({
    options: {
      lists: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
      dialect: { type: 'string' },
    },
  })
  ensureInstalled(projectRoot)
  process.stdout.write(`${values.lists} lists, seed ${values.seed}\n`)
  const only = values.dialect === undefined ? [] : ['--testNamePattern', `any list of '${values.dialect}'`]
  const { status } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', 'test/fuzz', '--reporter=verbose', ...only],
    {
      cwd: projectRoot,
      stdio: 'inherit',
      env: { ...process.env, PLIMSOLL_FUZZ_LISTS: values.lists, PLIMSOLL_FUZZ_SEED: values.seed },
    },
  )
  process.exitCode = status ?? 1
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
