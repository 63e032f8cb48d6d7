import { chartHarness, generatePaths, runPath } from 'plimsoll/testing'
import { expect, test } from 'vitest'
import { transition } from 'xstate'
import { assemblyMachine } from '../../../machines/index.ts'
import { assemblyModel } from '../../../src/testing/paths/assembly-model.ts'
import { stateOf } from '../../../src/testing/paths/chart-model.ts'
import { exploreChart } from '../../../src/testing/paths/explore-chart.ts'
import { declaredTransitions, noteTransitions } from '../../support/chart-transitions.ts'

const paths = generatePaths({ machine: assemblyMachine })
const snapshots = assemblyModel.inputs.flatMap((input) =>
  [...exploreChart(assemblyModel, input).nodes.values()].map(({ snapshot }) => snapshot),
)

test('every transition is taken, and leads where the chart says', { timeout: 120_000 }, async () => {
  const taken = new Set<string>()
  const harness = chartHarness('assembly', { inspect: noteTransitions(taken) })
  for (const path of paths) await runPath(path, harness)
  const declared = declaredTransitions(assemblyMachine)
  const missed = declared.filter((declaration) => !taken.has(declaration))
  console.log(
    `assembly: ${declared.length - missed.length}/${declared.length} transitions, ${paths.length} paths`,
  )
  expect(missed).toEqual([])
})

test('attempts stay within the maximum, and restarts end', () => {
  for (const { input, steps } of paths) {
    for (const { facts } of steps) {
      expect(facts.attempts).toBeLessThanOrEqual(input.bounds.maximumAttempts)
      // Each attempt covers one restart or is one; a released lease brings one more.
      expect(facts.restarts).toBeLessThanOrEqual(input.bounds.maximumAttempts + 1)
    }
  }
})

test('what is dispatched fits the hard limit', () => {
  const dispatched = paths
    .map(({ steps }) => steps.at(-1))
    .filter((end) => ['withinLimit', 'reduced', 'preservationFallback'].includes(end?.state ?? ''))
  expect(dispatched.length).toBeGreaterThan(0)
  expect(dispatched.filter((end) => end?.facts.size === 'aboveLimit')).toEqual([])
})

test('the answer of another epoch changes nothing, in whatever state it comes', () => {
  const changed = snapshots.flatMap((snapshot) =>
    assemblyModel.eventsIn(snapshot).flatMap((event) => {
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
  const heeded = snapshots
    .filter((snapshot) => {
      const [next] = transition(assemblyMachine, snapshot, { type: 'history.changed' })
      return next.context !== snapshot.context
    })
    .map(stateOf)
  expect(new Set(heeded)).toEqual(new Set(['reduce.proposing']))
})

test('an abort ends an assembly from every state', () => {
  for (const snapshot of snapshots.filter(({ status }) => status === 'active')) {
    const [next] = transition(assemblyMachine, snapshot, { type: 'assembly.abort' })
    expect(next.value).toBe('aborted')
  }
})
