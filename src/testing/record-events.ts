import type { PlimsollEvent, Report } from '../observability/events.ts'

/** A sink that keeps what it hears. */
export interface EventRecorder {
  /** Give it to `openRun({ report })`. */
  readonly report: Report
  readonly events: readonly PlimsollEvent[]
  /** The types of the events, in order. */
  types(): readonly PlimsollEvent['type'][]
  /** The events of one type, in order. */
  of<T extends PlimsollEvent['type']>(type: T): readonly Extract<PlimsollEvent, { type: T }>[]
}

/** Records the events of a run and its children, in order. */
export function recordEvents(): EventRecorder {
  const events: PlimsollEvent[] = []
  return {
    report: (event) => {
      events.push(event)
    },
    events,
    types: () => events.map(({ type }) => type),
    of: <T extends PlimsollEvent['type']>(type: T) =>
      events.filter((event): event is Extract<PlimsollEvent, { type: T }> => event.type === type),
  }
}
