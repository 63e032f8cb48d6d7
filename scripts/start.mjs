// Runs the example agent; arguments go to it.
import { spawnSync } from 'node:child_process'
import { ensureInstalled, projectRoot } from './ensure-installed.mjs'

try {
  ensureInstalled(projectRoot)
  const command = ['--import', 'tsx', 'examples/agent/main.ts', ...process.argv.slice(2)]
  process.exitCode = spawnSync(process.execPath, command, { cwd: projectRoot, stdio: 'inherit' }).status ?? 1
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
