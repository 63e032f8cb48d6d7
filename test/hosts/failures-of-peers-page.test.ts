import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../support/project-files.ts'
import { type PeerFailure, peerFailures } from './failures-of-peers.ts'
import { drawFailuresPage } from './failures-of-peers-page.ts'

const page = join(projectRoot, 'docs/reference/failures-of-peers.md')

test('the page says what the table and the tests do: run `npx vitest run failures-of-peers-page -u` when it does not', async () => {
  await expect(drawFailuresPage(titlesOf)).toMatchFileSnapshot(page)
})

test('every failure has a number of its own, from 1 to 22', () => {
  expect(peerFailures.map(({ number }) => number)).toEqual(Array.from({ length: 22 }, (_, at) => at + 1))
})

test.each(peerFailures)('a test of $file stands behind failure $number', (failure) => {
  expect(titlesOf(failure)).not.toEqual([])
})

test('no test has the number of a failure that another file is named for', () => {
  for (const file of new Set(peerFailures.map(({ file }) => file))) {
    const expected = peerFailures.filter((failure) => failure.file === file).flatMap(titlesOf)
    expect(titlesIn(file)).toEqual(expected)
  }
})

/** Titles of the tests of a failure, as they stand in its file. */
function titlesOf({ number, file }: PeerFailure): readonly string[] {
  return titlesIn(file).filter((title) => title.startsWith(`${number}: `))
}

function titlesIn(file: string): readonly string[] {
  const source = readFileSync(join(projectRoot, 'test/hosts', file), 'utf8')
  return [...source.matchAll(/\btest\(\s*(['"])(\d+: .*?)\1/g)].map(([, , title = '']) => title)
}
