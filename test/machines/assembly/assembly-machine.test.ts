import { expect, test } from 'vitest'
import { transition } from 'xstate'
import { assemblyMachine } from '../../../machines/index.ts'
import {
  assemblyEvents,
  assemblyPaths,
  hardLimit,
  serializeAssembly,
  stateOf,
} from '../../support/assembly-events.ts'
import { declaredTransitions, takePath } from '../../support/chart-transitions.ts'

const paths = assemblyPaths()
const snapshots = paths.flatMap(({ initial, steps }) => [initial, ...steps.map(({ state }) => state)])
const differentSnapshots = [
  ...new Map(snapshots.map((snapshot) => [serializeAssembly(snapshot), snapshot])).values(),
]

test('every transition is taken, and leads where the chart says', { timeout: 120_000 }, () => {
  const taken = new Set<string>()
  const strayed = paths.filter((path) => {
    const values = takePath(assemblyMachine, path, taken)
    return path.steps.some(({ state }, at) => JSON.stringify(state.value) !== JSON.stringify(values[at]))
  })
  expect(strayed).toEqual([])
  const declared = declaredTransitions(assemblyMachine)
  const missed = declared.filter((declaration) => !taken.has(declaration))
  console.log(
    `assembly: ${declared.length - missed.length}/${declared.length} transitions, ${paths.length} paths`,
  )
  expect(missed).toEqual([])
})

test('attempts stay within the maximum, and restarts end', () => {
  const beyond = snapshots.filter(({ context: { attempts, restarts, bounds } }) => {
    // Each attempt covers one restart or is one; a released lease brings one more.
    return attempts > bounds.maximumAttempts || restarts > bounds.maximumAttempts + 1
  })
  expect(beyond).toEqual([])
})

test('what is dispatched fits the hard limit', () => {
  const dispatched = snapshots.filter(({ output }) =>
    ['withinLimit', 'reduced', 'preservationFallback'].includes(output?.outcome ?? ''),
  )
  expect(dispatched.length).toBeGreaterThan(0)
  for (const { output } of dispatched) expect(output?.size).toBeLessThanOrEqual(hardLimit)
})

test('the answer of another epoch changes nothing, in whatever state it comes', () => {
  const changed = differentSnapshots.flatMap((snapshot) =>
    assemblyEvents(snapshot).flatMap((event) => {
      if (!('epoch' in event)) return []
      return [event.epoch - 1, event.epoch + 1]
        .map((epoch) => transition(assemblyMachine, snapshot, { ...event, epoch })[0])
        .filter(({ value, context }) => value !== snapshot.value || context !== snapshot.context)
        .map(() => `${stateOf(snapshot)}: ${event.type}`)
    }),
  )
  expect(changed).toEqual([])
})

test('a changed history interrupts a reducer, and changes nothing anywhere else', () => {
  const heeded = differentSnapshots
    .filter((snapshot) => {
      const [next] = transition(assemblyMachine, snapshot, { type: 'history.changed' })
      return next.context !== snapshot.context
    })
    .map(stateOf)
  expect(new Set(heeded)).toEqual(new Set(['reduce.proposing']))
})

test('an abort ends an assembly from every state', () => {
  for (const snapshot of differentSnapshots.filter(({ status }) => status === 'active')) {
    const [next] = transition(assemblyMachine, snapshot, { type: 'assembly.abort' })
    expect(next.value).toBe('aborted')
  }
})
