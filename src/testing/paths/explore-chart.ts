import { type AnyStateMachine, initialTransition, type SnapshotFrom, transition } from 'xstate'
import type { ChartModel } from './chart-model.ts'

/** What may happen in one kind of state: for each of its events, in order, the kind that it leads to. */
export interface ChartNode<S = unknown> {
  /** Empty where the chart has ended. */
  readonly ways: readonly string[]
  /** The first snapshot of the kind that was found. */
  readonly snapshot: S
}

export interface ChartGraph<S = unknown> {
  readonly start: string
  /** In the order in which they were found, breadth first. */
  readonly nodes: ReadonlyMap<string, ChartNode<S>>
}

// More kinds than this are a sign of a state that grows.
const mostKinds = 100_000

/** Explores a chart without running anything of it. */
export function exploreChart<C extends AnyStateMachine, J extends object, F extends object>(
  { machine, inputOf, eventsIn, kindOf }: ChartModel<C, J, F>,
  input: J,
): ChartGraph<SnapshotFrom<C>> {
  const first = snapshotOf(initialTransition(machine, inputOf(input)))
  const start = kindOf(first)
  const found = new Map([[start, first]])
  const nodes = new Map<string, ChartNode<SnapshotFrom<C>>>()
  // A map hands out what is added while it is walked.
  for (const [kind, snapshot] of found) {
    const ways = eventsIn(snapshot).map((event) => {
      const next = snapshotOf(transition(machine, snapshot, event))
      const target = kindOf(next)
      if (!found.has(target)) found.set(target, next)
      return target
    })
    nodes.set(kind, { ways, snapshot })
    if (found.size > mostKinds) throw new RangeError(`a chart has no more than ${mostKinds} kinds of states`)
  }
  return { start, nodes }

  function snapshotOf([snapshot]: readonly [unknown, unknown]): SnapshotFrom<C> {
    return snapshot as SnapshotFrom<C> // of this machine
  }
}
