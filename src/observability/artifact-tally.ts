import type { ArtifactTotals } from './run-metrics.ts'

/** Adds up decisions about artifacts. */
export class ArtifactTally<Outcome extends string> {
  readonly #outcomes: Record<Outcome, number>
  #inputBytes = 0
  #outputBytes = 0

  /** @param none every outcome, at zero */
  constructor(none: Readonly<Record<Outcome, number>>) {
    this.#outcomes = { ...none }
  }

  add(decision: {
    readonly outcome: Outcome
    readonly inputBytes: number
    readonly outputBytes: number | null
  }): void {
    this.#outcomes[decision.outcome] += 1
    this.#inputBytes += decision.inputBytes
    this.#outputBytes += decision.outputBytes ?? 0
  }

  /** The totals as they are now. */
  totals(): ArtifactTotals<Outcome> {
    return Object.freeze({
      outcomes: Object.freeze({ ...this.#outcomes }),
      inputBytes: this.#inputBytes,
      outputBytes: this.#outputBytes,
    })
  }
}
