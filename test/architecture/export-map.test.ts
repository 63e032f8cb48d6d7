import { existsSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import tsupOptions from '../../tsup.config.ts'
import { projectRoot } from '../support/project-files.ts'

const { './package.json': manifestExport, ...entryExports } = manifest.exports
const sourceOfEntry = tsupOptions.entry as Readonly<Record<string, string>>
const entryOfExport = new Map(
  Object.entries(entryExports).map(([subpath, target]) => [subpath, entryName(target.import.default)]),
)

test('each export and the command is built, and each built entry is one of them', () => {
  const commands = Object.values(manifest.bin).map(entryName)
  expect([...entryOfExport.values(), ...commands].sort()).toEqual(Object.keys(sourceOfEntry).sort())
})

describe.each(Object.entries(entryExports))('the export %s', (subpath, target) => {
  test('has types first, for ESM and for CJS, all of one entry', () => {
    const dist = `./dist/${entryOfExport.get(subpath)}`
    expect(JSON.stringify(target)).toBe(
      JSON.stringify({
        import: { types: `${dist}.d.ts`, default: `${dist}.js` },
        require: { types: `${dist}.d.cts`, default: `${dist}.cjs` },
      }),
    )
  })

  test('means its source file inside the project', () => {
    const name = subpath.replace(/^\./, 'plimsoll')
    expect(readSourcePaths()[name]).toEqual([`./${sourceOfEntry[entryOfExport.get(subpath) ?? '']}`])
  })
})

test('the package manifest is exported', () => {
  expect(manifestExport).toBe('./package.json')
})

test.runIf(existsSync(join(projectRoot, 'src/index.ts')))('the source file of each entry exists', () => {
  const missing = Object.values(sourceOfEntry).filter((path) => !existsSync(join(projectRoot, path)))
  expect(missing).toEqual([])
})

function entryName(path: string): string {
  return path.replace(/^\.\/dist\//, '').replace(/\.js$/, '')
}

function readSourcePaths(): Readonly<Record<string, readonly string[]>> {
  const { config } = ts.readConfigFile(join(projectRoot, 'tsconfig.json'), ts.sys.readFile)
  return config.compilerOptions.paths
}
