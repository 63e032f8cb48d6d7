// Packs plimsoll, installs it beside each runtime in a temporary folder, and writes what came of it into
// docs/reference/runtimes.md. The runtimes come from npm.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureInstalled, projectRoot } from './ensure-installed.mjs'

const page = join(projectRoot, 'docs/reference/runtimes.md')
const wanted = ['withinLimit', 'reduced', 'preservationFallback', 'irreducible', 'concurrentMutationLimit']
const runtimes = [
  { name: 'Node.js', package: 'node', version: '20', words: [] },
  { name: 'Node.js', package: 'node', version: '22', words: [] },
  { name: 'Node.js', package: 'node', version: '24', words: [] },
  { name: 'Node.js', package: 'node', version: '26', words: [] },
  { name: 'Bun', package: 'bun', version: '1', words: [] },
  { name: 'Deno', package: 'deno', version: '2', words: ['run', '--allow-all'] },
]

function npm(folder, ...words) {
  execFileSync('npm', [...words, '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
}

function prepare(folder) {
  if (!existsSync(join(projectRoot, 'dist/index.js'))) npm(projectRoot, 'run', 'build', '--', '--silent')
  npm(projectRoot, 'pack', '--ignore-scripts', '--pack-destination', folder)
  const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  // The one peer whose code is used, and not only its types.
  const peer = `@opentelemetry/api@${manifest.devDependencies['@opentelemetry/api']}`
  npm(folder, 'install', `./${manifest.name}-${manifest.version}.tgz`, peer)
  for (const program of ['five-outcomes.cjs', 'smoke.mjs', 'smoke.cjs'])
    cpSync(join(projectRoot, 'test/runtimes', program), join(folder, program))
}

function fetchRuntime(folder, { package: name, version }) {
  const own = join(folder, `${name}-${version}`)
  mkdirSync(own)
  writeFileSync(join(own, 'package.json'), '{ "private": true }')
  npm(own, 'install', `${name}@${version}`)
  const isInBin = process.platform !== 'win32'
  return join(own, 'node_modules', isInBin ? `.bin/${name}` : `.bin/${name}.cmd`)
}

function smoke(folder, command, words, program) {
  const { status, stdout } = spawnSync(command, [...words, program], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 120_000,
    shell: process.platform === 'win32',
  })
  if (status !== 0) return 'fails'
  const { outcomes, entries } = JSON.parse(stdout)
  const counts = Object.values(entries)
  const loaded = counts.filter((count) => count > 0).length
  const reached = wanted.filter((outcome, place) => outcomes[place] === outcome).length
  return `${loaded} of ${counts.length} entries, ${reached} of ${wanted.length} outcomes`
}

function tryRuntime(folder, runtime) {
  const command = fetchRuntime(folder, runtime)
  const told = execFileSync(command, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
  const [version = runtime.version] = /\d+\.\d+\.\d+/.exec(told) ?? []
  const results = ['smoke.mjs', 'smoke.cjs'].map((program) => smoke(folder, command, runtime.words, program))
  return [runtime.name, version, ...results]
}

function writeTable(rows) {
  const header = ['runtime', 'version', 'ESM', 'CommonJS']
  const lines = [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  process.stdout.write(`${lines.join('\n')}\n`)
  const text = readFileSync(page, 'utf8')
  const [before, after] = ['<!-- runtimes: begin -->\n', '<!-- runtimes: end -->'].map((mark) => {
    if (!text.includes(mark)) throw new Error(`docs/reference/runtimes.md has no ${mark.trim()}`)
    return text.indexOf(mark) + (mark.endsWith('\n') ? mark.length : 0)
  })
  writeFileSync(page, `${text.slice(0, before)}${lines.join('\n')}\n${text.slice(after)}`)
}

const folder = mkdtempSync(join(tmpdir(), 'plimsoll-runtimes-'))
try {
  ensureInstalled(projectRoot)
  prepare(folder)
  const rows = runtimes.map((runtime) => tryRuntime(folder, runtime))
  writeTable(rows)
  process.exitCode = rows.flat().includes('fails') ? 1 : 0
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
