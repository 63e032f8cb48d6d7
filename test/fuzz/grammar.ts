import type { fc } from '@fast-check/vitest'
import type { Dialect } from '../../src/dialects/dialect.ts'

/** What lists of one dialect are made of. Each arbitrary gives messages that `setTraps` has yet to finish. */
export interface Grammar {
  readonly name: string
  /** The dialect with each set of rules that it has. */
  readonly dialects: readonly Dialect<unknown>[]
  readonly system: fc.Arbitrary<unknown>
  readonly user: fc.Arbitrary<unknown>
  readonly answer: fc.Arbitrary<unknown>
  /** Calls of these ids, and their results. */
  exchange(ids: readonly string[]): fc.Arbitrary<readonly unknown[]>
  /** Every type of message, and of part in it. */
  readonly message: fc.Arbitrary<unknown>
}
