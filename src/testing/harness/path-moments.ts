import type { AssemblyEvent } from '../../../machines/index.ts'
import type { GeneratedPath } from '../paths/generated-path.ts'

/** One step of a path, seen from before: the state that waits, and what happens there. */
export interface PathMoment {
  readonly state: string
  readonly event: AssemblyEvent
}

/** What happens on a path, with the state in which it happens. */
export function momentsOf({ start, steps }: GeneratedPath<'assembly'>): readonly PathMoment[] {
  return steps.map(({ event }, at) => ({
    state: steps[at - 1]?.state ?? start.state,
    event: event as unknown as AssemblyEvent, // a path's events are those that its chart takes
  }))
}

/** The moments from one capture up to the next. */
export function epochFrom(moments: readonly PathMoment[], from: number): readonly PathMoment[] {
  const next = moments.findIndex(({ state }, at) => at > from && state === 'snapshot.capturing')
  return moments.slice(from, next === -1 ? undefined : next)
}

/** The events of one type, in order. */
export function eventsOf<T extends AssemblyEvent['type']>(
  moments: readonly PathMoment[],
  type: T,
): readonly Extract<AssemblyEvent, { type: T }>[] {
  return moments.flatMap(({ event }) => (isOfType(event, type) ? [event] : []))
}

function isOfType<T extends AssemblyEvent['type']>(
  event: AssemblyEvent,
  type: T,
): event is Extract<AssemblyEvent, { type: T }> {
  return event.type === type
}
