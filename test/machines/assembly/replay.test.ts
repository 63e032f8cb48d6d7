import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { assemblyMachine } from '../../../machines/index.ts'
import { type AssemblyPath, assemblyInputs, assemblyPaths } from '../../support/assembly-events.ts'
import { declaredTransitions } from '../../support/chart-transitions.ts'
import { momentsOf } from '../../support/path-moments.ts'
import { foreseenSteps, replayPath } from '../../support/replay-path.ts'

/** What the chart is ready for, and no content brings about with this workbench. */
const infeasible = {
  'eviction fails': 'it is arithmetic over entries that are measured already, and calls nothing of the host',
  'eviction changes nothing':
    'it is asked only above the threshold with a body to evict, and takes at least one',
  'the untouched list fails the last verification':
    "it is the host's own list: what it came in with is no defect of ours",
} as const

const paths = assemblyPaths()
const taken = new Set<string>()

test('what no content brings about is exactly what is listed', () => {
  const found = new Set(paths.map(whyInfeasible).filter((why) => why !== undefined))
  expect([...found].sort()).toEqual(Object.keys(infeasible).sort())
})

const [refusing, eliding, trying] = assemblyInputs

test.each([
  ['refuses broken lists', refusing],
  ['elides results', eliding],
  ['tries twice', trying],
] as const)(
  'the real workbench goes every path as the chart foresees it, where it %s',
  { timeout: 120_000 },
  async (_, input) => {
    const feasible = paths.filter((path) => path.input === input && whyInfeasible(path) === undefined)
    const strayed: unknown[] = []
    for (const path of feasible) {
      const foreseen = foreseenSteps(path)
      const replayed = await replayPath(path, taken)
      const at = foreseen.findIndex((step, index) => !isDeepStrictEqual(step, replayed[index]))
      if (at !== -1) strayed.push({ way: wayOf(path), foreseen: foreseen[at], replayed: replayed[at] })
    }
    console.log(`assembly: ${feasible.length} paths replayed`)
    expect(strayed).toEqual([])
  },
)

test('the replayed paths take every transition', () => {
  expect(declaredTransitions(assemblyMachine).filter((declared) => !taken.has(declared))).toEqual([])
})

function whyInfeasible(path: AssemblyPath): keyof typeof infeasible | undefined {
  for (const [at, { state, event }] of momentsOf(path).entries()) {
    const origin = path.steps[at - 1]?.state.context.origin ?? 'asIs'
    if (state === 'evict.evictingBodies' && event.type === 'step.failed') return 'eviction fails'
    if (event.type === 'bodies.evicted' && !event.facts.changed) return 'eviction changes nothing'
    if (event.type === 'dispatch.confirmed' && event.facts.reasons.length > 0 && origin === 'asIs') {
      return 'the untouched list fails the last verification'
    }
  }
  return undefined
}

function wayOf(path: AssemblyPath): string {
  return momentsOf(path)
    .map(({ state, event }) => `${state} ${event.type}`)
    .join(', ')
}
