import {
  assemblyHarness,
  type GeneratedPath,
  generatePaths,
  PathDivergedError,
  runPath,
} from 'plimsoll/testing'
import { expect, test } from 'vitest'
import { assemblyMachine } from '../../../machines/index.ts'
import { declaredTransitions, noteTransitions } from '../../support/chart-transitions.ts'

const paths = generatePaths({ machine: assemblyMachine })
const taken = new Set<string>()
const unsupported = new Map<string, number>()

/** Takes the paths with what does the work in a run, and gives those that went another way. */
async function strayedOf(chosen: readonly GeneratedPath<'assembly'>[]): Promise<readonly unknown[]> {
  const harness = assemblyHarness({ inspect: noteTransitions(taken) })
  const strayed: unknown[] = []
  let takenCount = 0
  for (const path of chosen) {
    try {
      const ran = await runPath(path, harness)
      if (ran.taken) takenCount += 1
      else unsupported.set(ran.reason, (unsupported.get(ran.reason) ?? 0) + 1)
    } catch (error) {
      if (!PathDivergedError.isInstance(error)) throw error
      strayed.push(error.message)
    }
  }
  console.log(`assembly: ${takenCount} paths replayed`)
  return strayed
}

test.each([
  [
    'refuses broken lists',
    ({ refusesBrokenSequence, maximumAttempts }) => refusesBrokenSequence && maximumAttempts === 1,
  ],
  ['elides results', ({ elidesResults }) => elidesResults],
  ['tries twice', ({ maximumAttempts }) => maximumAttempts === 2],
] as const satisfies readonly (readonly [
  string,
  (bounds: GeneratedPath<'assembly'>['input']['bounds']) => boolean,
])[])(
  'the real workbench goes every path as the chart foresees it, where it %s',
  { timeout: 120_000 },
  async (_, isMeant) => {
    const meant = paths.filter(({ input }) => isMeant(input.bounds))
    expect(meant.length).toBeGreaterThan(100)
    expect(await strayedOf(meant)).toEqual([])
  },
)

test('the replayed paths take every transition', () => {
  expect(declaredTransitions(assemblyMachine).filter((declared) => !taken.has(declared))).toEqual([])
})

test('what no content brings about is three things, each with its reason', () => {
  expect([...unsupported.keys()].sort()).toEqual([
    "an untouched list is the host's own: what it came in with fails the first look, not the last verification",
    'eviction is arithmetic over entries that are measured already, and calls nothing of the host',
    'eviction is asked only above the threshold with a body to evict, and takes at least one',
  ])
})
