import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAwaitPoints } from '../../faults/await-points.ts'
import { faultKinds } from '../../faults/faulty-host.ts'
import { type FaultTally, playAll } from '../../faults/play-all.ts'
import { loadWatchedLibrary, type WatchedLibrary } from '../../faults/watched-library.ts'
import { everyHostScenario } from './every-host-scenario.ts'
import { hostFaultExceptions } from './host-fault-exceptions.ts'
import type { HostLibrary } from './library-type.ts'

const timeoutMs = 60_000
const tally: FaultTally = { cases: 0, violations: [], met: new Map() }
const points = listAwaitPoints().filter(({ id }) => id.startsWith('src/hosts/'))
let watched: WatchedLibrary<HostLibrary>

beforeAll(async () => {
  watched = await loadWatchedLibrary<HostLibrary>('test/hosts/faults/library.ts')
}, timeoutMs)

afterAll(() => {
  const met = points.filter(({ id }) => tally.met.has(id)).length
  console.log(
    `${points.length} points at which the seams of the hosts wait, ${met} of them under faults of ` +
      `${faultKinds.length} kinds: ${tally.cases} cases, ${tally.violations.length} violations`,
  )
})

test.each(everyHostScenario.map((scenario) => [scenario.name, scenario] as const))(
  '%s: whichever port fails in whichever way, promises hold and the next call goes through',
  async (_, scenario) => {
    const before = tally.violations.length
    await playAll(watched, scenario, tally)
    expect(tally.violations.slice(before)).toEqual([])
  },
  timeoutMs,
)

test('every fault comes to every point of the hosts, or there is a reason why it can not', () => {
  const missing = points.flatMap(({ id }) => {
    const met = tally.met.get(id) ?? new Set()
    const excused = hostFaultExceptions.filter((one) => one.points.test(id)).flatMap(({ kinds }) => kinds)
    const unmet = faultKinds.filter((kind) => !met.has(kind) && !excused.includes(kind))
    return unmet.length > 0 ? [`${id}: ${unmet.join(', ')}`] : []
  })
  expect(missing).toEqual([])
})
