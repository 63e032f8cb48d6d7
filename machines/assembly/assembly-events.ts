import type {
  CandidateFacts,
  CapturedFacts,
  ConfirmedFacts,
  ProposedFacts,
  RecheckedFacts,
  VerifiedFacts,
} from './assembly.ports.ts'

interface OfEpoch {
  readonly epoch: number
}

/** A step's answer: named after what was done, with its facts and the epoch that it belongs to. */
export type StepEvent =
  | ({ readonly type: 'snapshot.captured'; readonly facts: CapturedFacts } & OfEpoch)
  | ({ readonly type: 'bodies.evicted'; readonly facts: CandidateFacts } & OfEpoch)
  | ({ readonly type: 'results.elided'; readonly facts: CandidateFacts } & OfEpoch)
  | ({ readonly type: 'reduction.replayed'; readonly facts: VerifiedFacts } & OfEpoch)
  | ({ readonly type: 'reduction.proposed'; readonly facts: ProposedFacts } & OfEpoch)
  | ({ readonly type: 'history.rechecked'; readonly facts: RecheckedFacts } & OfEpoch)
  | ({ readonly type: 'proposal.verified'; readonly facts: VerifiedFacts } & OfEpoch)
  | ({ readonly type: 'context.preserved'; readonly facts: CandidateFacts } & OfEpoch)
  | ({ readonly type: 'relief.given'; readonly facts: CandidateFacts } & OfEpoch)
  | ({ readonly type: 'dispatch.confirmed'; readonly facts: ConfirmedFacts } & OfEpoch)
  | ({ readonly type: 'step.failed' } & OfEpoch)

/** Tells that the host's history changed. */
export interface HistoryChanged {
  readonly type: 'history.changed'
}

/** Asks the assembly to end without a list. */
export interface AbortAssembly {
  readonly type: 'assembly.abort'
}

/** What an assembly chart understands. */
export type AssemblyEvent = StepEvent | HistoryChanged | AbortAssembly
