import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAwaitPoints } from './await-points.ts'
import { everyScenario } from './every-scenario.ts'
import { faultExceptions } from './fault-exceptions.ts'
import { faultKinds } from './faulty-host.ts'
import { countByFunction, pinnedAwaitPoints } from './pinned-await-points.ts'
import { type FaultTally, playAll } from './play-all.ts'
import { loadWatchedLibrary, type WatchedLibrary } from './watched-library.ts'

const timeoutMs = 60_000
const tally: FaultTally = { cases: 0, violations: [], met: new Map() }
const points = listAwaitPoints()
let watched: WatchedLibrary

beforeAll(async () => {
  watched = await loadWatchedLibrary()
}, timeoutMs)

afterAll(() => {
  console.log(
    `${points.length} points at which the library waits, ${tally.met.size} of them under faults of ` +
      `${faultKinds.length} kinds: ${tally.cases} cases, ${tally.violations.length} violations`,
  )
})

test('every point at which the library waits is known', () => {
  expect(countByFunction(points)).toEqual(pinnedAwaitPoints)
})

test.each(everyScenario.map((scenario) => [scenario.name, scenario] as const))(
  '%s: whichever port fails in whichever way, promises hold and the run goes on',
  async (_, scenario) => {
    const before = tally.violations.length
    await playAll(watched, scenario, tally)
    expect(tally.violations.slice(before)).toEqual([])
  },
  timeoutMs,
)

test('every fault comes to every point outside of the hosts, or there is a reason why it can not', () => {
  const missing = points.flatMap(({ id }) => {
    // Faults come to those in test/hosts/faults, where the SDKs are.
    if (id.startsWith('src/hosts/')) return []
    const met = tally.met.get(id) ?? new Set()
    const excused = faultExceptions.filter((one) => one.points.test(id)).flatMap(({ kinds }) => kinds)
    const unmet = faultKinds.filter((kind) => !met.has(kind) && !excused.includes(kind))
    return unmet.length > 0 ? [`${id}: ${unmet.join(', ')}`] : []
  })
  expect(missing).toEqual([])
})
