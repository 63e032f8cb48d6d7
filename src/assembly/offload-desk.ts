import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'

/** One provider call's access to the workspace of its run: results that leave the list are kept there. */
export interface OffloadDesk {
  /** The text that takes a result's place; undefined for a result that is not offloaded. Always the same for the same text. */
  envelopeOf(result: string): string | undefined
  /** Stores each result once in the run, and answers with those that could not be stored. */
  store(results: readonly string[]): Awaitable<ReadonlySet<string>>
}
