import { describe, expect, test } from 'vitest'
import { listFiles, readProjectFile } from '../support/project-files.ts'
import { findBadNames, findLongFiles, findMissingMemberFiles } from './folder-shape.ts'

const sources = ['src', 'machines'].flatMap(listFiles)
const named = [...sources, ...['test', 'examples', 'bench', 'visualizations'].flatMap(listFiles)]

test('every dialect and every host has the files that its siblings have', () => {
  expect(findMissingMemberFiles(sources)).toEqual([])
})

test('names are in kebab case and say what is inside', () => {
  expect(findBadNames(named.filter((path) => path.endsWith('.ts')))).toEqual([])
})

test('no source file is longer than a reader can hold', () => {
  const files = sources.filter((path) => path.endsWith('.ts'))
  expect(findLongFiles(files.map((path) => ({ path, text: readProjectFile(path) })))).toEqual([])
})

test.runIf(sources.includes('src/index.ts'))('the check sees the whole library', () => {
  expect(sources.length).toBeGreaterThan(20)
})

describe('on a small tree', () => {
  test('a dialect without its rules and a host without its README are named', () => {
    const paths = [
      'src/dialects/dialect.ts',
      'src/dialects/ai-sdk/index.ts',
      'src/dialects/ai-sdk/read-entry.ts',
      'src/hosts/openai/index.ts',
    ]
    expect(findMissingMemberFiles(paths)).toEqual([
      'src/dialects/ai-sdk/ has no sequence-rules.ts',
      'src/hosts/openai/ has no README.md',
    ])
  })

  test.each([
    'src/utils/size.ts',
    'src/context/helpers.ts',
    'src/common/size.ts',
    'src/run/types.ts',
    'src/run/openRun.ts',
    'src/Run/open.ts',
  ])('%s is refused', (path) => {
    expect(findBadNames([path])).toHaveLength(1)
  })

  test('a chart, its ports and tests have good names', () => {
    const paths = [
      'machines/run/run.machine.ts',
      'machines/run/run.ports.ts',
      'test/types/open-run.test-d.ts',
    ]
    expect(findBadNames(paths)).toEqual([])
  })

  test('a file of 301 lines is too long, one of 300 is not', () => {
    const files = [300, 301].map((lines) => ({
      path: `src/run/lines-${lines}.ts`,
      text: 'x\n'.repeat(lines),
    }))
    expect(findLongFiles(files)).toEqual([expect.stringContaining('src/run/lines-301.ts has 301 lines')])
  })
})
