import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate'

/** How a chart is explored, and how a path through it is written down as plain JSON. */
export interface ChartModel<C extends AnyStateMachine, J extends object, F extends object> {
  readonly machine: C
  /** The chart with children that never act, so that only the events of a path move it. Default: the machine itself. */
  readonly still?: C
  /** What is explored where the caller names no inputs. */
  readonly inputs: readonly J[]
  /** The chart's input, of its plain form. */
  readonly inputOf: (plain: J) => InputFrom<C>
  /** What may happen next, always in the same order in the same kind of state; nothing when the chart has ended. */
  readonly eventsIn: (snapshot: SnapshotFrom<C>) => readonly EventFromLogic<C>[]
  /** What the chart's guards read: two snapshots of one kind go the same ways. */
  readonly kindOf: (snapshot: SnapshotFrom<C>) => string
  readonly factsOf: (snapshot: SnapshotFrom<C>) => F
  /** The event without what is no JSON. */
  readonly plainEvent: (event: EventFromLogic<C>) => { readonly type: string }
}

/** A state value as a path, such as `verify.confirming`. */
export function stateOf({ value }: { readonly value: unknown }): string {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .map(([parent, child]) => `${parent}.${stateOf({ value: child })}`)
    .join(' ')
}
