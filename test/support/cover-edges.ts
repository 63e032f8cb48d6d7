import type { ActorLogic, EventObject, Snapshot } from 'xstate'
import { getAdjacencyMap } from 'xstate/graph'

/** One event, and the snapshot that the chart is in after it. */
export interface PathStep<S, E> {
  readonly event: E
  readonly state: S
}

/** A way through a chart, from its start. */
export interface ChartPath<S, E, I> {
  readonly input: I
  readonly initial: S
  readonly steps: readonly PathStep<S, E>[]
}

/** How a chart is explored: what may happen in each snapshot, and which snapshots count as the same. */
export interface Exploration<S, E, I> {
  readonly inputs: readonly I[]
  /** Events that may come next; none for a snapshot that is no longer active. */
  readonly events: (state: S) => readonly E[]
  readonly serializeState: (state: S) => string
  /** More snapshots and events than this are a sign of a state that grows: exploring throws. */
  readonly limit: number
}

/**
 * Paths that between them take every edge of a chart's explored graph, for every input: a shortest path to where the edge
 * begins, and the edge. Paths that another one begins with are left out.
 */
export function coverEdges<S extends Snapshot<unknown>, E extends EventObject, I>(
  chart: ActorLogic<S, E, I>,
  { inputs, events, serializeState, limit }: Exploration<S, E, I>,
): readonly ChartPath<S, E, I>[] {
  return inputs.flatMap((input) => {
    const graph = getAdjacencyMap(chart, {
      input,
      limit,
      serializeState,
      serializeEvent: (event) => JSON.stringify(event),
      events: (state) => [...events(state)],
    })
    const initial = Object.values(graph)[0]?.state
    if (!initial) throw new Error('a chart has a first state')
    return pathsThrough(graph, initial, serializeState).map((steps) => ({ input, initial, steps }))
  })
}

type Graph<S extends Snapshot<unknown>, E extends EventObject> = ReturnType<
  typeof getAdjacencyMap<S, E, unknown>
>

function pathsThrough<S extends Snapshot<unknown>, E extends EventObject>(
  graph: Graph<S, E>,
  initial: S,
  serializeState: (state: S) => string,
): readonly (readonly PathStep<S, E>[])[] {
  const stepsTo = new Map<string, readonly PathStep<S, E>[]>([[serializeState(initial), []]])
  const paths: (readonly PathStep<S, E>[])[] = []
  // A map hands out what is added while it is walked: breadth first, so each path is a shortest one.
  for (const [key, steps] of stepsTo) {
    for (const { event, state } of Object.values(graph[key as keyof typeof graph]?.transitions ?? {})) {
      const path = [...steps, { event, state }]
      const target = serializeState(state)
      const isNew = !stepsTo.has(target)
      if (isNew) stepsTo.set(target, path)
      const goesOn = Object.keys(graph[target as keyof typeof graph]?.transitions ?? {}).length > 0
      if (!(isNew && goesOn)) paths.push(path)
    }
  }
  return paths
}
