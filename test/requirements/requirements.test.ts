import { describe, expect, test } from 'vitest'
import { excluded } from './excluded.ts'
import { findCitationFaults, findSourceFaults, readCitation, type WrittenFiles } from './find-faults.ts'
import { listTests } from './list-tests.ts'
import { listWords } from './list-words.ts'
import { readTests } from './read-tests.ts'
import { requirements } from './requirements.ts'
import { placesOf } from './sources.ts'

const demands = [...requirements, ...excluded]

test('every requirement is cited by a test that runs', { timeout: 60_000 }, () => {
  const cited = requirements.flatMap(({ citedBy }) => citedBy.map((citation) => readCitation(citation).path))
  const faults = findCitationFaults(requirements, readTests(cited))
  const uncited = new Set(faults.map((fault) => fault.split(':')[0])).size
  const counts = [`cited ${requirements.length - uncited}`, `excluded with reason ${excluded.length}`]
  console.log([`requirements ${requirements.length}`, ...counts, `uncited ${uncited}`].join(', '))
  expect(faults, faults.join('\n')).toEqual([])
})

test('every place that demands something is a source, or left out with a reason', () => {
  const faults = findSourceFaults(demands)
  expect(faults, faults.join('\n')).toEqual([])
})

test('each has an id of its own and says something', () => {
  expect(new Set(demands.map(({ id }) => id)).size).toBe(demands.length)
  for (const { id } of demands) expect(id).toMatch(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)
  const sentences = [
    ...requirements.map(({ behaviour }) => behaviour),
    ...excluded.map(({ reason }) => reason),
  ]
  for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].{20,}\.$/)
  expect(new Set(sentences).size).toBe(sentences.length)
})

describe('a citation', () => {
  const files: WrittenFiles = new Map(
    Object.entries({
      'a.test.ts':
        "test('works', () => {})\ntest.skip('rests', () => {})\ntest.each(['one'])('of %s', () => {})",
      'b.test.ts': "describe.runIf(false)('there', () => test('works', () => {}))",
    }).map(([path, text]) => {
      const written = readable(text)
      return [path, { tests: listTests(path, written), words: listWords(path, written) }]
    }),
  )
  const faultsOf = (citedBy: readonly string[]): readonly string[] =>
    findCitationFaults([{ id: 'a.b', behaviour: '', source: [], citedBy }], files)

  test('of a test that is there is good', () => {
    expect(faultsOf(['a.test.ts > works', 'a.test.ts > of %s | one'])).toEqual([])
    expect(faultsOf(['a.test.ts > works', 'b.test.ts > there > works'])).toEqual([])
  })

  test.each<[string, readonly string[], string]>([
    ['no test', [], 'a.b: no test cites it'],
    ['a test that was renamed', ['a.test.ts > worked'], 'a.b: there is no test a.test.ts > worked'],
    ['a file that is gone', ['c.test.ts > works'], 'a.b: there is no test c.test.ts > works'],
    ['a test that is skipped', ['a.test.ts > rests'], 'a.b: the test is skipped: a.test.ts > rests'],
    ['a row that is gone', ['a.test.ts > of %s | two'], 'a.b: there is no such row: a.test.ts > of %s | two'],
    ['nothing but what may not run', ['b.test.ts > there > works'], 'a.b: no test of it runs everywhere'],
  ])('of %s is a fault', (_, citedBy, fault) => {
    expect(faultsOf(citedBy)).toEqual([fault])
  })
})

test('a place that nobody names, and one that nobody knows, are faults', () => {
  const faults = findSourceFaults(demands.filter(({ source }) => !source.includes('design card')))
  expect(faults).toContain('design card is not accounted for')
  expect(findSourceFaults([...demands, { id: 'a.b', reason: '', source: ['matrix REC-99'] }])).toEqual([
    'matrix REC-99 is no place that we know',
  ])
})

test('rows of the matrix are named one by one or as a range', () => {
  expect(placesOf('matrix REC-09..11, IRR-02')).toEqual([
    ...['matrix REC-09', 'matrix REC-10', 'matrix REC-11', 'matrix IRR-02'],
  ])
  expect(placesOf('design 4.3')).toEqual(['design 4.3'])
})

test.each([
  ["test('a', () => {})", ['a']],
  ["test.each([1])('a %i', () => {})", ['a %i']],
  ["describe.each([1])('b', () => { test.runIf(true)('a', () => {}) })", ['b > a']],
  [`for (const name of names) test(\`\${name} is read\`, () => {})`, ['{name} is read']],
  ['test(name, () => {})', ['{name}']],
  ["describe('b', () => { behaviour('c', (check) => { check('a', () => {}) }) })", ['b > c > a']],
  ["describeWithService('redis', 'b', () => { test('a', () => {}) })", ['b > a']],
  ["check('a', () => {})", []],
])('the tests of %j are found', (text, titles) => {
  expect(listTests('a.test.ts', readable(text)).map(({ title }) => title)).toEqual(titles)
})

/** A test file with this in it. */
function readable(text: string): string {
  return `import { describe, test } from 'vitest'\n${text}`
}
