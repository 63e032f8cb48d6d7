import type { EventHeader, PlimsollEvent, Report } from './events.ts'
import { tellQuietly } from './tell-quietly.ts'

type Body<E> = E extends PlimsollEvent ? Omit<E, Exclude<keyof EventHeader, 'assemblyId'>> : never

/** An event without the part of its header that the reporter knows. */
export type EventBody = Body<PlimsollEvent>

export interface ReporterScope {
  readonly runId: string
  readonly agentId: string | null
  readonly parentAgentId: string | null
  readonly depth: number
}

/** Numbers that a run and its children share. */
export interface ReporterCounters {
  sequenceNumber: number
  failures: number
}

/** Stamps events with where and when they happened, and hands them to the one sink that the caller passed in. */
export class Reporter {
  readonly #report: Report
  readonly #scope: ReporterScope
  readonly #counters: ReporterCounters

  constructor(report: Report, scope: ReporterScope, counters: ReporterCounters) {
    this.#report = report
    this.#scope = scope
    this.#counters = counters
  }

  report(body: EventBody): void {
    this.#counters.sequenceNumber += 1
    const { sequenceNumber } = this.#counters
    const event = Object.freeze({ ...body, timestamp: Date.now(), ...this.#scope, sequenceNumber })
    // A sink must not disturb the call that it watches; its error may hold anything, so it is only counted.
    tellQuietly(
      () => this.#report(event),
      () => {
        this.#counters.failures += 1
      },
    )
  }

  /** The same sink for a child run. */
  child(scope: ReporterScope): Reporter {
    return new Reporter(this.#report, scope, this.#counters)
  }
}
