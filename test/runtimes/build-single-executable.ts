import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'tsup'
import { projectRoot } from '../support/project-files.ts'

// Node looks for this text in itself to find out whether something was put in.
const fuse = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'

/** Makes one file of this Node and of a program with all that it requires, and gives its path. */
export async function buildSingleExecutable(program: string, folder: string): Promise<string> {
  await build({
    config: false,
    entry: { program },
    outDir: folder,
    format: 'cjs',
    outExtension: () => ({ js: '.cjs' }),
    noExternal: [/.*/],
    platform: 'node',
    target: 'node20',
    removeNodeProtocol: false,
    silent: true,
  })
  const [settings, blob, executable] = ['sea.json', 'program.blob', 'program'].map((name) =>
    join(folder, name),
  ) as [string, string, string] // as many as there are names
  const main = join(folder, 'program.cjs')
  writeFileSync(settings, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true }))
  run(['--experimental-sea-config', settings])
  copyFileSync(process.execPath, executable)
  chmodSync(executable, 0o755)
  const postject = createRequire(join(projectRoot, 'test/hosts/package.json')).resolve('postject/dist/cli.js')
  run([postject, executable, 'NODE_SEA_BLOB', blob, '--sentinel-fuse', fuse])
  return executable
}

function run(words: readonly string[]): void {
  execFileSync(process.execPath, words, { stdio: 'pipe' })
}
