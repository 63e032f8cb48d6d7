import type { Workspace } from '../artifacts/workspace.ts'
import type { Dialect } from '../dialects/dialect.ts'
import type { PlimsollError } from '../errors/plimsoll-error.ts'
import type { SharedLeases } from '../leases/lease-coordinator.ts'
import type { ReductionMemory } from '../memory/reduction-memory.ts'
import type { Report } from '../observability/events.ts'
import type { RunActorInspector } from './run-actor.ts'
import type { TrustBinding } from './trust-binding.ts'

/** Who runs, for the headers of events. Letters, digits and `._:-` only: an identity must not carry content. */
export interface RunIdentity {
  readonly agentId?: string
  readonly parentAgentId?: string
}

export interface RunOptions<M> {
  /** Names the run in events. Letters, digits and `._:-`, 128 at most. Default: a random UUID. */
  readonly id?: string
  /** The shape of the messages. A host's seam brings its own; default `openaiChat()`. */
  readonly dialect?: Dialect<M>
  readonly identity?: RunIdentity
  readonly trustBinding?: TrustBinding
  /** Hears the events of the run and its children; several hear each event in turn. */
  readonly report?: Report | readonly Report[]
  /** Hears every refusal of ours, also where a host wraps or swallows it. */
  readonly onRefusal?: (error: PlimsollError) => void
  /** XState's inspection events of the run's actors. Content-free by construction. */
  readonly inspect?: RunActorInspector
  /** Whether calls of this run may overlap. `'serial'` lets the next one in when the one before is settled. Default `'concurrent'`. */
  readonly admission?: 'concurrent' | 'serial'
  /**
   * What the conversation remembers of its reductions, made by `reductionMemory()`: the next call leaves the same out again
   * before a reducer is asked. Owned by the host, and passed to every run of the conversation.
   */
  readonly memory?: ReductionMemory
  /**
   * Keeps bulky tool results, made by `artifactWorkspace()` of `plimsoll/artifacts`. With it, results that are elided leave
   * an envelope behind by which they can be read again, and `offload` and `rehydrate` of the run work. Default: none.
   */
  readonly workspace?: Workspace
  readonly offload?: OffloadLimits
  /** In how many completed calls a body that was read back is sent. 1 to 1,000; default 1. */
  readonly bodyDelivery?: { readonly calls?: number }
  /**
   * Says which call may send which body, where several processes work on one run: `redisLeases()` of `plimsoll/redis`.
   * Default: the run's own coordinator, in this process.
   */
  readonly leases?: SharedLeases
  /** Milliseconds since 1970, for the timestamps of events. Default `Date.now`. */
  readonly clock?: () => number
  /** Makes the ids of assemblies, and of runs that are given none: letters, digits and `._:-`. Default: random UUIDs. */
  readonly newId?: () => string
}

/** Which results are kept in the workspace, and how much of them their envelopes show. */
export interface OffloadLimits {
  /** Results up to this many UTF-8 bytes stay where they are. 1 or more; default 4,096. */
  readonly inlineLimitBytes?: number
  /** UTF-8 bytes of a result that its envelope shows. 0 to 4,096; default 0, no preview. */
  readonly previewBytes?: number
}

export interface ChildOptions<M>
  extends Pick<RunOptions<M>, 'id' | 'dialect' | 'admission' | 'memory' | 'leases'> {
  readonly agentId?: string
}

export interface CallOptions<M> {
  /** Ends the call at once, wherever it is. Until the call is settled, an abort releases what it holds. */
  readonly signal?: AbortSignal | undefined
  /**
   * What the request carries beside the messages: a size in the profile's unit, or the texts (tool schemas, response
   * schema, instructions) for the estimator to measure. Default 0.
   */
  readonly overhead?: number | readonly string[]
  /** The shape of this call's messages, where it differs from the run's. */
  readonly dialect?: Dialect<M>
  /** Share of the limit and the threshold that this call is held to, above 0 and at most 1. Default 1. */
  readonly limitFactor?: number
}

export interface DispatchOptions<M> extends CallOptions<M> {
  /**
   * Whether a failure of `send` says that the provider found the list too long. Then it is assembled once more under three
   * quarters of the limit, and sent again; the run keeps the lower limit. Default: never.
   */
  readonly retryOnOverflow?: (error: unknown) => boolean
}

/** What the provider reports of a call that was answered. */
export interface CallUsage {
  /** All input tokens that were billed, those read from and written to the provider's cache among them. */
  readonly inputTokens?: number | undefined
}
