import type { RecordingLine } from '../inspect/recording.ts'
import type { AssemblyDiagnostics } from '../observability/diagnostics.ts'

/** One state that a call came to, and the event that brought it there. */
export interface PathStep {
  readonly state: string
  readonly event: string | null
}

const first: PathStep = { state: 'assembly.snapshot.capturing', event: null }

/** The states that each recorded assembly went through, by its id. */
export function pathsOf(recording: readonly RecordingLine[]): ReadonlyMap<string, readonly PathStep[]> {
  const assemblyOfActor = new Map<string, string>()
  const paths = new Map<string, PathStep[]>()
  for (const line of recording) {
    if (line.type === 'actor' && line.assemblyId !== null) {
      assemblyOfActor.set(line.actor, line.assemblyId)
      paths.set(line.assemblyId, [first])
    } else if (line.type === 'microstep' && line.state !== null) {
      const path = paths.get(assemblyOfActor.get(line.actor) ?? '')
      const state = `assembly.${line.state}`
      if (path && path.at(-1)?.state !== state) path.push({ state, event: line.event })
    }
  }
  return paths
}

/** The states that diagnostics tell of: those that do something, without the ways between them. */
export function pathOfStages({
  stages,
  outcome,
  terminationReason,
}: AssemblyDiagnostics): readonly PathStep[] {
  const states: string[] = []
  let before: string | undefined
  for (const stage of stages) {
    if (stage === 'snapshotCaptured') {
      if (before === undefined || before === 'restartedAfterMutation') states.push('snapshot.capturing')
      else if (before === 'reducerAttempt') states.push('reduce.rechecked')
      else states.push(terminationReason === 'invalidSequence' ? 'terminate.rechecking' : 'verify.confirming')
    } else {
      const state = stateOfStage[stage]
      if (state !== null) states.push(state)
    }
    before = stage
  }
  return [...states, outcome].map((state) => ({ state: `assembly.${state}`, event: null }))
}

const stateOfStage = {
  recoverableBodyEviction: 'evict.evictingBodies',
  resultElision: 'evict.eliding',
  reductionReplayed: 'evict.replaying',
  reducerAttempt: 'reduce.proposing',
  restartedAfterMutation: null,
  deterministicFallback: 'fallback.preserving',
  reliefElision: 'fallback.relievingByElision',
  reliefShrinkRetention: 'fallback.relievingByShrinking',
} as const
