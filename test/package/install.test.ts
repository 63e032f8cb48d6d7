import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { projectRoot } from '../support/project-files.ts'

const entries = Object.keys(manifest.exports)
  .filter((subpath) => subpath !== './package.json')
  .map((subpath) => subpath.replace(/^\./, manifest.name))
const built = [
  manifest.bin.plimsoll,
  ...Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [] : [target.import.default, target.require.types],
  ),
]
// What stands in for a registry. Peers are those that a user of every entry has.
const packages = [
  ...Object.keys(manifest.dependencies),
  ...Object.keys(manifest.peerDependencies).filter((name) =>
    existsSync(join(projectRoot, 'node_modules', name)),
  ),
  ...['@ai-sdk/provider', '@types/node', 'typescript'],
]

// The check builds before it tests; a checkout that was never built has nothing to install.
describe.runIf(built.every((path) => existsSync(join(projectRoot, path))))(
  'the packed package, installed in an empty folder',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-install-'))
    const modules = join(folder, 'node_modules')
    const run = (file: string, words: readonly string[]): string =>
      execFileSync(file, words, { cwd: folder, encoding: 'utf8' })

    beforeAll(() => {
      const packed = execFileSync(
        'npm',
        ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder],
        { cwd: projectRoot, encoding: 'utf8' },
      )
      run('tar', ['-xzf', packed.trim()])
      mkdirSync(modules)
      execFileSync('mv', [join(folder, 'package'), join(modules, manifest.name)])
      for (const name of packages) {
        mkdirSync(join(modules, name, '..'), { recursive: true })
        symlinkSync(join(projectRoot, 'node_modules', name), join(modules, name))
      }
      writeFileSync(join(folder, 'package.json'), '{"type":"module","private":true}')
    }, 60_000)
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test('has a command that works', () => {
      const command = join(modules, manifest.name, manifest.bin.plimsoll)
      writeFileSync(join(folder, 'chat.json'), '[{"role":"user","content":"hello"}]')
      expect(run(process.execPath, [command, '--version'])).toBe(`${manifest.version}\n`)
      const words = ['assemble', 'chat.json', '--hard-limit', '1KiB', '--dialect', 'openai-chat']
      expect(run(process.execPath, [command, ...words])).toContain('outcome: withinLimit')
    })

    test('can be imported, each entry of it', { timeout: 30_000 }, () => {
      const lines = entries.map(
        (entry) => `if (Object.keys(await import('${entry}')).length === 0) throw '${entry}'`,
      )
      writeFileSync(join(folder, 'all.mjs'), lines.join('\n'))
      run(process.execPath, ['all.mjs'])
    })

    test('can be required, each entry of it', { timeout: 30_000 }, () => {
      const lines = entries.map(
        (entry) => `if (Object.keys(require('${entry}')).length === 0) throw '${entry}'`,
      )
      writeFileSync(join(folder, 'all.cjs'), lines.join('\n'))
      run(process.execPath, ['all.cjs'])
    })

    test.each([
      ['node16', 'node16', 'mts'],
      ['node16', 'node16', 'cts'],
      ['bundler', 'esnext', 'mts'],
    ])(
      'has types under moduleResolution %s for a %s .%s file',
      { timeout: 60_000 },
      (resolution, module, extension) => {
        const lines = entries.map(
          (entry, index) => `import * as entry${index} from '${entry}'\nvoid entry${index}`,
        )
        const file = `types-${resolution}.${extension}`
        writeFileSync(
          join(folder, file),
          `${lines.join('\n')}\nimport { createPlimsoll } from 'plimsoll'\nexport const open: boolean = createPlimsoll().isBounding\n`,
        )
        const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022', '--types', 'node']
        const words = [...options, '--module', module, '--moduleResolution', resolution, file]
        expect(run(process.execPath, [join(modules, 'typescript/bin/tsc'), ...words])).toBe('')
      },
    )
  },
)
