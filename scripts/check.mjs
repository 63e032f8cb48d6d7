// Everything a change has to pass, in order; stops at the first step that fails.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, projectRoot } from './ensure-installed.mjs'

const steps = [
  ['format and lint', 'npm run --silent lint'],
  ['types', 'npm run --silent types'],
  ['layers', 'npx vitest run test/architecture'],
  ['drawings fresh', 'npm run --silent visualize -- --check'],
  ['build', 'npm run --silent build -- --silent'],
  ['package', 'npm run --silent lint:package'],
  ['unused code', 'npm run --silent unused'],
  ['size', 'npm run --silent size'],
  ['tests', 'npm run --silent test'],
]

function runStep([name, command]) {
  process.stdout.write(`\n== ${name}\n`)
  const started = Date.now()
  const { status } = spawnSync(command, {
    cwd: projectRoot,
    stdio: 'inherit',
    shell: true,
    // The package lints pack the folder; without this each of them would build it again.
    env: { ...process.env, npm_config_ignore_scripts: 'true' },
  })
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  process.stdout.write(status === 0 ? `== ${name}: ok, ${seconds} s\n` : `== ${name}: FAILED, ${command}\n`)
  return status === 0
}

try {
  ensureInstalled(projectRoot)
  ensureInstalled(join(projectRoot, 'test/hosts'))
  ensureInstalled(join(projectRoot, 'visualizations/legacy-inspect'))
  process.exitCode = steps.every(runStep) ? 0 : 1
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
