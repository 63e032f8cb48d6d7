import type { SnapshotFrom } from 'xstate'
import { type AssemblyBounds, assemblyMachine, type CandidateOrigin } from '../../../machines/index.ts'
import { assemblyEventsAt } from './assembly-answers.ts'
import { type ChartModel, stateOf } from './chart-model.ts'
import type { AssemblyPathFacts, AssemblyPathInput } from './generated-path.ts'
import { silentWorkbench } from './silent-workbench.ts'
import { type SizeClass, sizeClassOf } from './size-classes.ts'

export type AssemblySnapshot = SnapshotFrom<typeof assemblyMachine>

const plainBounds: AssemblyBounds = {
  hardLimit: 100,
  threshold: 80,
  maximumAttempts: 1,
  elidesResults: false,
  replays: false,
  relief: [],
  refusesBrokenSequence: false,
  toleratesReducerFailure: false,
}

/** The assembly chart, explored by the answers of its steps and by what its host may do meanwhile. */
export const assemblyModel: ChartModel<typeof assemblyMachine, AssemblyPathInput, AssemblyPathFacts> = {
  machine: assemblyMachine,
  // Between them these switch every option on and off.
  inputs: [
    { ...plainBounds, refusesBrokenSequence: true, relief: ['elide', 'shrinkRetention'] as const },
    {
      ...plainBounds,
      elidesResults: true,
      replays: true,
      relief: ['shrinkRetention'] as const,
      toleratesReducerFailure: true,
    },
    { ...plainBounds, maximumAttempts: 2, refusesBrokenSequence: true, toleratesReducerFailure: true },
  ].map((bounds) => ({ bounds })),
  inputOf: ({ bounds }) => ({ workbench: silentWorkbench, bounds }),
  eventsIn: (snapshot) => {
    if (snapshot.status !== 'active') return []
    const { bounds, epoch, size } = snapshot.context
    return assemblyEventsAt({ state: stateOf(snapshot), bounds, epoch, size })
  },
  // Final states are one kind each: the edges that lead there tell how they came about.
  kindOf: (snapshot) => {
    if (snapshot.status !== 'active') return stateOf(snapshot)
    const { attempts, origin, attemptCovered, restartedForLease, interrupted, reliefTaken } = snapshot.context
    const flags = [attemptCovered, restartedForLease, interrupted]
    return [stateOf(snapshot), attempts, sizeIn(snapshot), originKind(origin), ...flags, reliefTaken].join(
      ' ',
    )
  },
  factsOf: (snapshot) => {
    const { attempts, restarts, origin, stages, rejections, originalSize, bounds } = snapshot.context
    const { output } = snapshot
    return {
      attempts,
      restarts,
      origin,
      stages,
      rejections,
      size: originalSize === null ? null : sizeIn(snapshot),
      originalSize: originalSize === null ? null : sizeClassOf(originalSize, bounds),
      result: output
        ? {
            outcome: output.outcome,
            reason: output.reason,
            attemptCount: output.attemptCount,
            restartCount: output.restartCount,
          }
        : null,
    }
  },
  plainEvent: (event) => event,
}

function sizeIn({ context }: AssemblySnapshot): SizeClass {
  return sizeClassOf(context.size, context.bounds)
}

function originKind(origin: CandidateOrigin): 'asIs' | 'made' | 'fallback' {
  return origin === 'asIs' || origin === 'fallback' ? origin : 'made'
}
