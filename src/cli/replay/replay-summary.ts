import type { AssemblyOutcome, TerminationReason } from '../../../machines/assembly/outcomes.ts'
import type { BoundedList } from '../open-bounded-run.ts'
import { CommonPrefix } from './common-prefix.ts'

/** What all calls of a replay come to. */
export interface ReplaySummary {
  readonly calls: number
  readonly outcomes: Readonly<Record<AssemblyOutcome, number>>
  readonly refusals: Partial<Record<TerminationReason, number>>
  readonly refused: number
  readonly unit: string
  readonly hardLimit: number
  readonly triggerThreshold: number
  readonly largestBefore: number
  readonly largestSent: number
  readonly reducerCalls: number
  /** Share of the bytes sent that repeats the call before; null with fewer than two calls sent. */
  readonly prefixShare: number | null
}

/** Adds up calls as they come. */
export class ReplayTotals {
  readonly #prefix = new CommonPrefix()
  readonly #outcomes: Record<AssemblyOutcome, number> = {
    withinLimit: 0,
    reduced: 0,
    preservationFallback: 0,
    irreducible: 0,
    concurrentMutationLimit: 0,
  }
  readonly #refusals: Partial<Record<TerminationReason, number>> = {}
  #calls = 0
  #refused = 0
  #largestBefore = 0
  #largestSent = 0
  #facts = { unit: '', hardLimit: 0, triggerThreshold: 0 }

  add({ diagnostics, sent }: BoundedList): void {
    const { outcome, terminationReason, originalSize, finalSize, unit, hardLimit, triggerThreshold } =
      diagnostics
    this.#calls += 1
    this.#outcomes[outcome] += 1
    this.#facts = { unit, hardLimit, triggerThreshold }
    this.#largestBefore = Math.max(this.#largestBefore, originalSize)
    if (sent) {
      this.#largestSent = Math.max(this.#largestSent, finalSize)
      this.#prefix.add(sent)
    } else {
      this.#refused += 1
      if (terminationReason) this.#refusals[terminationReason] = (this.#refusals[terminationReason] ?? 0) + 1
    }
  }

  summarize(reducerCalls: number): ReplaySummary {
    const { share } = this.#prefix
    return {
      calls: this.#calls,
      outcomes: { ...this.#outcomes },
      refusals: { ...this.#refusals },
      refused: this.#refused,
      ...this.#facts,
      largestBefore: this.#largestBefore,
      largestSent: this.#largestSent,
      reducerCalls,
      prefixShare: share === null ? null : Math.round(share * 10_000) / 10_000,
    }
  }
}
