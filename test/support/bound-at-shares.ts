import type { Dialect } from '../../src/dialects/dialect.ts'
import { AssemblyTerminatedError, createPlimsoll, ProfileError, recommended } from '../../src/index.ts'

/** A conversation as the client of an API holds it. */
export interface HeldList<M> {
  readonly messages: readonly M[]
  readonly dialect: Dialect<M>
  readonly overhead?: readonly string[]
}

/** What became of a list at one limit: the request that goes out, or null where nothing is sent. */
export interface BoundedList<R> {
  readonly share: number
  readonly request: R | null
  readonly isValid: boolean | null | undefined
}

/** Bounds a list under the preset at limits that are shares of its own size. */
export async function boundAtShares<M, R>(
  { messages, dialect, overhead = [] }: HeldList<M>,
  shares: readonly number[],
  toRequest: (list: readonly M[]) => R,
): Promise<readonly BoundedList<R>[]> {
  const bounded: BoundedList<R>[] = []
  let size = Number.MAX_SAFE_INTEGER
  // The first limit is out of reach, and tells the size.
  for (const share of [1, ...shares]) {
    const hardLimitBytes = Math.max(1, Math.floor(size * share))
    await using run = createPlimsoll(recommended({ hardLimitBytes })).openRun({ dialect })
    try {
      const call = await run.assemble(messages, { overhead })
      if (size === Number.MAX_SAFE_INTEGER) size = call.diagnostics?.originalSize ?? 0
      else
        bounded.push({
          share,
          request: toRequest(call.messages),
          isValid: call.diagnostics?.finalSequenceValid,
        })
      await call.commit()
    } catch (error) {
      // What stands outside the list may be too large by itself.
      if (!(AssemblyTerminatedError.isInstance(error) || ProfileError.isInstance(error))) throw error
      bounded.push({ share, request: null, isValid: null })
    }
  }
  return bounded
}
