import type { Dialect } from '../dialects/dialect.ts'
import type { ConversationMemory } from '../memory/conversation-memory.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import type { CallMemo } from './call-memo.ts'
import type { LeaseDesk } from './lease-desk.ts'
import type { OffloadDesk } from './offload-desk.ts'
import type { RehydratedBody } from './rehydrated-body.ts'
import type { SnapshotSource } from './snapshot-source.ts'

/** Whether a reducer that failed before is to be left out for a while. */
export interface ReducerRest {
  /** Whether to leave it out now; asked once, when the list fits without it. */
  takeRest(): boolean
  /** Tells how asking it went. */
  note(failed: boolean): void
}

/** Everything that one assembly works with. */
export interface WorkbenchInput<M> {
  readonly history: readonly M[] | SnapshotSource<M>
  readonly dialect: Dialect<M>
  readonly profile: CheckedProfile
  /** What the request carries beside the messages: a size in the estimator's unit, or texts to be measured. */
  readonly overhead: number | readonly string[]
  readonly desk: LeaseDesk
  /** Bodies that wait to be delivered, as the run knows them at the moment of the capture. */
  readonly bodies: () => readonly RehydratedBody[]
  /** Where results that leave the list are kept; null where they are not. */
  readonly offload: OffloadDesk | null
  readonly rest: ReducerRest
  /** What earlier calls of the conversation left out. */
  readonly memory: Pick<ConversationMemory, 'recall' | 'forget'> | null
  /** What the run knows of the list of its last call; left out, the call is looked at by itself. */
  readonly lastCall?: CallMemo
  /** Identity of the run, for telling whether a reducer calls back into it. */
  readonly run: object
  /** Number of the call in its run: all that the workbench shows of itself. */
  readonly callNumber: number
  /** The call's own. No source is read and no reducer is asked once it is aborted. */
  readonly signal: AbortSignal
  /** Called once, when the first capture is accepted. */
  readonly onStarted: () => void
}
