import ts from 'typescript'
import { expect, test } from 'vitest'
import { readProjectFile } from '../support/project-files.ts'

test('the front door has the names that it promises, and no more than a reader can hold', () => {
  const names = exportedNames('src/index.ts')
  expect(names).toEqual([
    'AssemblyDiagnostics',
    'AssemblyTerminatedError',
    'BoundedCall',
    'CompositionError',
    'HybridProfile',
    'Plimsoll',
    'PlimsollError',
    'PlimsollEvent',
    'ProfileError',
    'Reducer',
    'ReductionMemory',
    'Run',
    'SizeEstimator',
    'SnapshotSource',
    'causeOf',
    'createPlimsoll',
    'findPlimsollError',
    'isContextOverflow',
    'kibibytes',
    'liveHistory',
    'mebibytes',
    'recommended',
    'reductionMemory',
    'requestCapabilities',
    'utf8Bytes',
  ])
  expect(names.length).toBeLessThanOrEqual(25)
})

function exportedNames(path: string): string[] {
  const source = ts.createSourceFile(path, readProjectFile(path), ts.ScriptTarget.Latest)
  return source.statements
    .flatMap((statement) =>
      ts.isExportDeclaration(statement) && statement.exportClause && ts.isNamedExports(statement.exportClause)
        ? statement.exportClause.elements.map(({ name }) => name.text)
        : [],
    )
    .sort()
}
