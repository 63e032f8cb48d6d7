// Installs the peers, and runs the benchmark beside them.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, projectRoot } from './ensure-installed.mjs'

try {
  ensureInstalled(projectRoot)
  ensureInstalled(join(projectRoot, 'bench/peers'))
  const { status } = spawnSync('npx', ['tsx', '--expose-gc', 'bench/main.ts', ...process.argv.slice(2)], {
    cwd: projectRoot,
    stdio: 'inherit',
  })
  process.exitCode = status ?? 1
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
