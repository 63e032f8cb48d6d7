import type { EventBody } from './event-body.ts'
import type { PlimsollEvent, Report } from './events.ts'
import type { RunTotals } from './run-totals.ts'
import { tellQuietly } from './tell-quietly.ts'

export interface ReporterScope {
  readonly runId: string
  readonly agentId: string | null
  readonly parentAgentId: string | null
  readonly depth: number
}

/** Counts what happened, stamps it with where and when, and hands it to the sinks that the caller passed in. */
export class Reporter {
  readonly #sinks: readonly Report[]
  readonly #scope: ReporterScope
  readonly #totals: RunTotals
  readonly #clock: () => number

  constructor(
    sinks: readonly Report[],
    scope: ReporterScope,
    totals: RunTotals,
    clock: () => number = Date.now,
  ) {
    this.#sinks = sinks
    this.#scope = scope
    this.#totals = totals
    this.#clock = clock
  }

  report(body: EventBody): void {
    this.#totals.note(body)
    if (this.#sinks.length === 0) return
    this.#totals.sequenceNumber += 1
    const { sequenceNumber } = this.#totals
    const event: PlimsollEvent = Object.freeze({
      ...body,
      timestamp: this.#now(),
      ...this.#scope,
      sequenceNumber,
    })
    for (const sink of this.#sinks) {
      // A sink must not disturb the call that it watches; its error may hold anything, so it is only counted.
      tellQuietly(
        () => sink(event),
        () => {
          this.#totals.reportFailureCount += 1
        },
      )
    }
  }

  // A clock of the caller's that throws must not disturb the call either.
  #now(): number {
    try {
      return this.#clock()
    } catch {
      this.#totals.reportFailureCount += 1
      return Date.now()
    }
  }

  /** The same sinks and totals for a child run. */
  child(scope: ReporterScope): Reporter {
    return new Reporter(this.#sinks, scope, this.#totals, this.#clock)
  }
}
