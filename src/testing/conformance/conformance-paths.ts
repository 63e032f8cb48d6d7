import assert from 'node:assert/strict'
import type { AssemblyEvent } from '../../../machines/index.ts'
import { findPlimsollError } from '../../errors/find-plimsoll-error.ts'
import { PlimsollError } from '../../errors/plimsoll-error.ts'
import { requestCapabilities } from '../../profile/capability-profile.ts'
import { momentsOf, type PathMoment } from '../harness/path-moments.ts'
import { answerAt, reduceAs } from '../harness/scripted-answer.ts'
import { contentFor } from '../harness/scripted-content.ts'
import { scriptedProfile } from '../harness/scripted-profile.ts'
import { assemblyModel } from '../paths/assembly-model.ts'
import { stateOf } from '../paths/chart-model.ts'
import { chooseWays } from '../paths/choose-ways.ts'
import { exploreChart } from '../paths/explore-chart.ts'
import type { GeneratedPath } from '../paths/generated-path.ts'
import { takeWay } from '../paths/take-way.ts'
import type { CallMode, ConformanceAdapter } from './conformance-adapter.ts'
import { ConformanceScene } from './conformance-scene.ts'

type AssemblyPath = GeneratedPath<'assembly'>

// What a seam can be led to from outside: no step of ours fails, no other call holds a lease, no history changes inside.
const outsideModel: typeof assemblyModel = {
  ...assemblyModel,
  inputs: assemblyModel.inputs.map(({ bounds }) => ({
    bounds: { ...bounds, replays: false, refusesBrokenSequence: false },
  })),
  eventsIn: (snapshot) =>
    assemblyModel.eventsIn(snapshot).filter((event) => isFromOutside({ state: stateOf(snapshot), event })),
}

/**
 * The paths that a seam can be driven along from outside, by the state in which they end. The others need a step of ours
 * that fails, a lease that another call holds, or a history that changes inside the run: our own tests take them.
 */
export function pathsThroughSeams(): ReadonlyMap<string, readonly AssemblyPath[]> {
  const byEnd = new Map<string, AssemblyPath[]>()
  for (const input of outsideModel.inputs) {
    for (const way of chooseWays(exploreChart(outsideModel, input), 'edges', Number.POSITIVE_INFINITY)) {
      const path = takeWay('assembly', outsideModel, input, way)
      const end = path.steps.at(-1)
      if (end?.facts.result) byEnd.set(end.state, [...(byEnd.get(end.state) ?? []), path])
    }
  }
  return byEnd
}

/** Drives the seam along a path, and checks what comes out and what the run tells of it. */
export async function takeThroughSeam<M>(
  adapter: ConformanceAdapter<M>,
  path: AssemblyPath,
  mode: CallMode,
): Promise<void> {
  const { bounds } = path.input
  const moments = momentsOf(path)
  const asked = moments.flatMap((moment, at) => (moment.state === 'reduce.proposing' ? [{ moment, at }] : []))
  const controller = new AbortController()
  let attempt = 0
  const profile = scriptedProfile<M>(bounds, (request) => {
    const turn = asked[attempt]
    attempt += 1
    if (turn?.moment.event.type === 'assembly.abort') controller.abort()
    return reduceAs(turn ? answerAt(moments, turn.at) : 'nothing', request)
  })
  const composition = { capabilities: requestCapabilities(['compaction']), hybridProfile: profile }
  const scene = new ConformanceScene<M>(adapter, { composition })
  const call = scene.call(
    scene.messages(...contentFor(moments, bounds, '{}').messages),
    mode,
    controller.signal,
  )
  const failure = await scene.failureOf(call)
  const last = path.steps.at(-1)?.facts
  const outcome = last?.result?.outcome ?? 'failed'
  const decided = [...scene.recorder.of('assembly.completed'), ...scene.recorder.of('assembly.terminated')]
  if (outcome === 'aborted' || outcome === 'failed') {
    assert.ok(failure !== undefined, 'the call fails')
    assert.equal(PlimsollError.isInstance(failure) && failure.code === 'internal', false)
    assert.deepEqual(decided, [], 'no event pretends that something was decided')
    assert.equal(scene.model.sent.length, 0, 'nothing is sent')
    return
  }
  const [{ diagnostics } = { diagnostics: undefined }] = decided
  assert.equal(diagnostics?.outcome, outcome)
  assert.equal(diagnostics?.attemptCount, last?.attempts)
  assert.equal(diagnostics?.restartCount, last?.restarts)
  assert.deepEqual(diagnostics?.stages, last?.stages)
  const isTerminated = outcome === 'irreducible' || outcome === 'concurrentMutationLimit'
  assert.equal(scene.model.sent.length, isTerminated ? 0 : 1)
  if (isTerminated) assert.ok(findPlimsollError(failure), 'the caller hears the refusal')
  else assert.equal(failure, undefined, 'the caller hears the answer')
}

function isFromOutside({ state, event }: PathMoment): boolean {
  if (event.type === 'assembly.abort') return state === 'reduce.proposing'
  if (event.type === 'history.changed' || event.type === 'step.failed') return false
  return isSteady(event)
}

// The history and the leases stay as they are, and what came in is whole.
function isSteady(event: AssemblyEvent): boolean {
  if (!('facts' in event)) return true
  const { facts } = event
  if ('staleness' in facts && facts.staleness !== 'none') return false
  if ('intact' in facts) return facts.intact && facts.evictable === 0
  return event.type !== 'dispatch.confirmed' || event.facts.reasons.length === 0
}
