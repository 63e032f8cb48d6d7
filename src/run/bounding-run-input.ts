import type { Dialect } from '../dialects/dialect.ts'
import type { PlimsollError } from '../errors/plimsoll-error.ts'
import type { SharedLeases } from '../leases/lease-coordinator.ts'
import type { ConversationMemory } from '../memory/conversation-memory.ts'
import type { Reporter } from '../observability/reporter.ts'
import type { RunMetrics } from '../observability/run-metrics.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import type { ArtifactSettings } from './artifact-settings.ts'
import type { RestoredRun } from './restored-run.ts'
import type { Run } from './run.ts'
import type { RunActorInspector } from './run-actor.ts'
import type { ChildOptions } from './run-options.ts'
import type { TrustBinding } from './trust-binding.ts'

/** What a run is opened with, checked. */
export interface BoundingRunInput<M> {
  readonly id: string
  readonly agentId: string | null
  readonly depth: number
  readonly profile: CheckedProfile
  readonly dialect: Dialect<M>
  readonly trustBinding: TrustBinding | undefined
  readonly reporter: Reporter | null
  readonly metrics: () => RunMetrics
  /** Of the last event of the run, its parent and their children. */
  readonly sequenceNumber: () => number
  /** Makes the ids of assemblies and of children. */
  readonly newId: () => string
  readonly onRefusal: ((error: PlimsollError) => void) | undefined
  readonly inspect: RunActorInspector | undefined
  readonly admission: 'concurrent' | 'serial'
  /** The conversation's; a child has none of its parent's. */
  readonly memory: ConversationMemory | null
  readonly artifacts: ArtifactSettings
  /** Coordinates the run in the place of its own lease actor, where several processes work on it. */
  readonly leases: SharedLeases | null
  /** What the run goes on from; a child goes on from nothing. */
  readonly restored: RestoredRun | null
  /** Opens a child of a run. Passed in, since opening checks options and knows this class. */
  readonly openChild: (parent: BoundingRunInput<M>, options: ChildOptions<M>, onClosed: () => void) => Run<M>
  /** Called when the run is closed. */
  readonly onClosed: () => void
}
