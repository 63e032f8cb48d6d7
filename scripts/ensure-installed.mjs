// Usage: node scripts/ensure-installed.mjs [folder ...]
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)))

/** Runs `npm ci` in the folder unless what is installed there already matches its lock file. */
export function ensureInstalled(folder) {
  const name = relative(projectRoot, folder) || 'plimsoll'
  if (isInstalled(folder)) return
  process.stderr.write(`Installing the packages of ${name} ...\n`)
  const started = Date.now()
  const result = spawnSync('npm', ['ci', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (result.status !== 0) {
    throw new Error(`npm ci failed in ${name}. Check the network and the npm settings, then try again.`)
  }
  process.stderr.write(`Installed in ${Math.round((Date.now() - started) / 1000)} s.\n`)
}

function isInstalled(folder) {
  const installedPath = join(folder, 'node_modules', '.package-lock.json')
  if (!existsSync(installedPath)) return false
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const installed = readPackages(installedPath)
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue
    const found = installed[path]
    // Optional packages for other platforms are in the lock file but never installed.
    if (found === undefined && entry.optional) continue
    if (found?.version !== entry.version || found?.integrity !== entry.integrity) return false
  }
  return Object.keys(installed).every((path) => path in wanted)
}

function readPackages(path) {
  return JSON.parse(readFileSync(path, 'utf8')).packages
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = process.argv.slice(2)
  try {
    for (const folder of folders.length > 0 ? folders : ['.']) ensureInstalled(resolve(projectRoot, folder))
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}
