import { expect, test } from 'vitest'
import tsupOptions from '../../tsup.config.ts'
import { readProjectFile } from '../support/project-files.ts'
import { findUndocumented } from './undocumented.ts'

const entries = Object.values(tsupOptions.entry as Readonly<Record<string, string>>) // one file an entry

test('every public name has a comment that says what it gives', () => {
  expect(entries.length).toBeGreaterThan(20)
  const found = new Set(entries.flatMap((path) => findUndocumented(path, readProjectFile)))
  expect([...found]).toEqual([])
})

test.each([
  ['export type Kind = 1', ['a.ts: Kind']],
  ['/** A kind. */\nexport type Kind = 1', []],
  ['export const first = 1, second = 2', ['a.ts: first', 'a.ts: second']],
  ['export class Thing {}\nfunction inside() {}', ['a.ts: Thing']],
  ['/** Adds. */\nexport function add(a: 1): 1\nexport function add(a: 2): 2', []],
  ["export { type Kind } from './b.ts'", ['b.ts: Kind']],
  ["export { other as renamed } from './b.ts'", ['b.ts: other']],
])('%j is looked through', (text, found) => {
  const files = new Map([
    ['a.ts', text],
    ['b.ts', 'export type Kind = 1\nexport const other = 2'],
  ])
  expect(findUndocumented('a.ts', (path) => files.get(path) ?? '')).toEqual(found)
})
