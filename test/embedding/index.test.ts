import * as entry from 'plimsoll/machines'
import { expect, test } from 'vitest'
import * as machines from '../../machines/index.ts'
import { readProjectFile } from '../support/project-files.ts'

test('the entry has every chart, and a workbench for them', () => {
  expect(entry).toMatchObject(machines)
  expect(Object.keys(entry).sort()).toEqual([...Object.keys(machines), 'createWorkbench'].sort())
})

test('the entry has every type that the charts export', () => {
  const names = (path: string): string[] =>
    [
      ...readProjectFile(path)
        .replaceAll(/from '[^']*'/g, '')
        .replaceAll(/\b(export|type)\b/g, '')
        .matchAll(/\w+/g),
    ].map(([name]) => name)
  expect(names('src/embedding/index.ts')).toEqual(expect.arrayContaining(names('machines/index.ts')))
})
