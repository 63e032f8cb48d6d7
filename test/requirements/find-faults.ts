import type { WrittenTest } from './list-tests.ts'
import type { Exclusion, Requirement } from './requirement.ts'
import { demandingPlaces, placesOf } from './sources.ts'

/** What a test file has written in it. */
export interface WrittenFile {
  readonly tests: readonly WrittenTest[]
  /** Texts and keys of it, and of what it imports: its tables among them. */
  readonly words: ReadonlySet<string>
}

/** Test files, by their paths below `test/`. */
export type WrittenFiles = ReadonlyMap<string, WrittenFile>

/** What keeps a requirement from being cited by tests that run, a line each. */
export function findCitationFaults(
  requirements: readonly Requirement[],
  files: WrittenFiles,
): readonly string[] {
  return requirements.flatMap(({ id, citedBy }) => {
    if (citedBy.length === 0) return [`${id}: no test cites it`]
    const faults = citedBy.flatMap((citation) => faultOf(citation, files) ?? [])
    const alwaysRuns = citedBy.some((citation) => !findTest(citation, files)?.conditional)
    if (!alwaysRuns) faults.push('no test of it runs everywhere')
    return faults.map((fault) => `${id}: ${fault}`)
  })
}

function faultOf(citation: string, files: WrittenFiles): string | undefined {
  const test = findTest(citation, files)
  if (test === undefined) return `there is no test ${citation}`
  if (test.skipped) return `the test is skipped: ${citation}`
  const { path, row } = readCitation(citation)
  if (row !== undefined && !files.get(path)?.words.has(row)) return `there is no such row: ${citation}`
  return undefined
}

function findTest(citation: string, files: WrittenFiles): WrittenTest | undefined {
  const { path, title } = readCitation(citation)
  const found = files.get(path)?.tests.filter((test) => test.title === title)
  return found?.find(({ skipped }) => !skipped) ?? found?.[0]
}

/** Takes a citation apart: the path of the file, the title of the test, the row of its table. */
export function readCitation(citation: string): {
  readonly path: string
  readonly title: string
  readonly row: string | undefined
} {
  const [written = '', row] = citation.split(' | ')
  const end = written.indexOf(' > ')
  return { path: written.slice(0, end), title: written.slice(end + ' > '.length), row }
}

/** Places that demand something and are neither a source nor left out, and sources that are no such place. */
export function findSourceFaults(demands: readonly (Requirement | Exclusion)[]): readonly string[] {
  const demanding = new Set(demandingPlaces)
  const named = new Set(demands.flatMap(({ source }) => source.flatMap(placesOf)))
  return [
    ...demandingPlaces.filter((place) => !named.has(place)).map((place) => `${place} is not accounted for`),
    ...[...named]
      .filter((place) => !demanding.has(place))
      .map((place) => `${place} is no place that we know`),
    ...demands.filter(({ source }) => source.length === 0).map(({ id }) => `${id} has no source`),
  ]
}
