import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listFiles, projectRoot, readProjectFile } from '../support/project-files.ts'
import { findDeadLinks } from './links.ts'

test('every relative link of every page leads to a file or a heading', () => {
  const pages = listFiles('.').filter((path) => path.endsWith('.md') && !path.startsWith('.'))
  expect(pages.length).toBeGreaterThan(30)
  expect(pages.flatMap((path) => findDeadLinks(path, readProjectFile(path), readIfThere))).toEqual([])
})

test('every decision stands in the list of decisions', () => {
  const list = readProjectFile('docs/decisions/README.md')
  const decisions = listFiles('docs/decisions').map((path) => path.replace('docs/decisions/', ''))
  expect(decisions.filter((file) => file !== 'README.md' && !list.includes(`(${file})`))).toEqual([])
})

const pages = new Map([
  ['docs/page.md', '# A page\n\n## What is `it`, then?\n'],
  ['docs/guides', ''],
])

test.each([
  'page.md',
  './page.md#a-page',
  'page.md#what-is-it-then',
  'guides',
  'https://example.org/x',
  '#here',
])('a link to %s is left alone', (link) => {
  const text = `# Here\n\nSee [it](${link}).`
  const readFile = (path: string) => (path === 'docs/index.md' ? text : pages.get(path))
  expect(findDeadLinks('docs/index.md', text, readFile)).toEqual([])
})

test.each(['missing.md', '../page.md', 'page.md#another', '#there'])('a link to %s is found', (link) => {
  const text = `# Here\n\nSee [it](${link}).`
  const readFile = (path: string) => (path === 'docs/index.md' ? text : pages.get(path))
  expect(findDeadLinks('docs/index.md', text, readFile)).toEqual([
    expect.stringMatching(/^docs\/index\.md: /),
  ])
})

test('what stands in code is no link', () => {
  const text = '`[a](b.md)`\n\n```ts\nconst [first](second.md)\n```\n'
  expect(findDeadLinks('docs/index.md', text, () => undefined)).toEqual([])
})

function readIfThere(path: string): string | undefined {
  const stats = statSync(join(projectRoot, path), { throwIfNoEntry: false })
  if (stats === undefined) return undefined
  return stats.isFile() && path.endsWith('.md') ? readProjectFile(path) : ''
}
