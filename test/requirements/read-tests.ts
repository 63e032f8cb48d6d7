import { posix } from 'node:path'
import { readImports } from '../architecture/read-imports.ts'
import { listFiles, readProjectFile } from '../support/project-files.ts'
import type { WrittenFile, WrittenFiles } from './find-faults.ts'
import { listTests } from './list-tests.ts'
import { listWords } from './list-words.ts'

/** Reads those of the files that hold tests which run: test files, and suites that a test file imports. */
export function readTests(paths: Iterable<string>): WrittenFiles {
  const texts = new Map(
    listFiles('test')
      .filter((path) => path.endsWith('.ts'))
      .map((path) => [path, readProjectFile(path)]),
  )
  const wordsOf = new Map<string, ReadonlySet<string>>()
  const words = (path: string): ReadonlySet<string> => {
    const known = wordsOf.get(path) ?? listWords(path, texts.get(path) ?? '')
    wordsOf.set(path, known)
    return known
  }
  const read = (path: string, text: string): WrittenFile => {
    const imported = readImports(path, text).map(({ specifier }) =>
      posix.join(posix.dirname(path), specifier),
    )
    const tables = [path, ...imported].filter((each) => texts.has(each))
    return { tests: listTests(path, text), words: new Set(tables.flatMap((each) => [...words(each)])) }
  }
  const files = new Map<string, WrittenFile>()
  for (const below of new Set(paths)) {
    const path = `test/${below}`
    const text = texts.get(path)
    if (text !== undefined && isRun(path, texts)) files.set(below, read(path, text))
  }
  return files
}

function isRun(path: string, texts: ReadonlyMap<string, string>): boolean {
  if (path.endsWith('.test.ts')) return true
  const imported = `/${posix.basename(path)}'`
  return [...texts].some(([other, text]) => other.endsWith('.test.ts') && text.includes(imported))
}
