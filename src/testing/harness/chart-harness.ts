import { type AnyActor, type AnyStateMachine, createActor, type InspectionEvent } from 'xstate'
import { type ChartModel, stateOf } from '../paths/chart-model.ts'
import { chartModels } from '../paths/chart-models.ts'
import type { ChartName, GeneratedPath, PathFacts, PathInput } from '../paths/generated-path.ts'
import type { Observation } from '../paths/observation.ts'
import type { PathHarness } from '../paths/run-path.ts'
import { silentWorkbench } from '../paths/silent-workbench.ts'

/** Options of `chartHarness`. */
export interface ChartHarnessOptions {
  /** Hears XState's inspection events, for example to count the transitions that are taken. */
  readonly inspect?: (event: InspectionEvent) => void
}

/** Drives a chart itself, as an actor whose steps never answer: the events of the path answer for them. */
export function chartHarness<N extends ChartName>(
  chart: N,
  { inspect }: ChartHarnessOptions = {},
): PathHarness<N> {
  // The model of the chart that was named.
  const model = chartModels[chart] as unknown as ChartModel<AnyStateMachine, PathInput<N>, PathFacts<N>>
  let actor: AnyActor | undefined
  const observe = (event?: string): Observation<N> => {
    const snapshot = actor?.getSnapshot()
    return { event, state: stateOf(snapshot), facts: model.factsOf(snapshot) }
  }
  return {
    start: ({ input }: GeneratedPath<N>) => {
      actor = createActor(model.still ?? model.machine, {
        input: model.inputOf(input),
        ...(inspect ? { inspect } : {}),
      })
      // An error that nobody observes would end the process.
      actor.subscribe({ error: () => {} })
      actor.start()
      return observe()
    },
    take: ({ event }) => {
      actor?.send(event.type === 'call.requested' ? { ...event, workbench: silentWorkbench } : event)
      return observe(event.type)
    },
    stop: () => {
      actor?.stop()
    },
  }
}
