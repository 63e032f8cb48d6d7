import { ProfileError } from '../errors/profile-error.ts'
import { ConversationMemory } from './conversation-memory.ts'
import type { MemoryStore, StoreState } from './memory-store.ts'

/** How much a memory holds. Numbers only. */
export interface ReductionMemorySize {
  readonly ranges: number
  /** Messages in these ranges. */
  readonly entries: number
}

/**
 * What one conversation remembers of its reductions: which content gave way to what, known by hash. The next call leaves
 * the same out again without asking the reducer, so that the cut, and a provider's prompt cache with it, holds for several
 * calls. Pass the same memory to every run of a conversation, and to no other. Nothing of it can be printed.
 */
export interface ReductionMemory {
  readonly size: ReductionMemorySize
  /** Whether the last access to the host's store went well; `'none'` without a store. */
  readonly store: StoreState
  /** Forgets everything, in the store as well. */
  clear(): void
  /** Resolves when the store has what is remembered by now, or has failed to take it. */
  written(): Promise<void>
  toJSON(): string
}

export interface ReductionMemoryOptions {
  /** Ranges that are remembered at most, the latest used. 1 or more; default 256. */
  readonly maximumRanges?: number
  /** Keeps the memory beyond this process: a store of the host, and the conversation's key in it. */
  readonly store?: MemoryStore
  readonly key?: string
}

/**
 * Makes the memory of one conversation, to be passed to each of its runs. A store that fails counts as empty, and never
 * fails a call.
 *
 * @throws ProfileError when an option is out of order, or a store comes without a key
 * @example
 * const memory = reductionMemory()
 * const run = plimsoll.openRun({ memory })
 */
export function reductionMemory(options: ReductionMemoryOptions = {}): ReductionMemory {
  const { maximumRanges = 256, store, key } = options
  if (!Number.isSafeInteger(maximumRanges) || maximumRanges < 1) {
    throw refusal('maximumRanges', 'must be a whole number of at least 1')
  }
  if (store === undefined) {
    if (key !== undefined) throw refusal('key', 'is the key in a store: pass the store as well')
    return new ConversationMemory(maximumRanges)
  }
  if (typeof store?.get !== 'function' || typeof store.set !== 'function') {
    throw refusal('store', 'must have the functions get and set')
  }
  if (typeof key !== 'string' || key === '') {
    throw refusal('key', "must be a text that is not empty: it names the conversation in the host's store")
  }
  return new ConversationMemory(maximumRanges, { store, key })
}

function refusal(option: string, message: string): ProfileError {
  return new ProfileError([{ path: `reductionMemory.${option}`, message }])
}
