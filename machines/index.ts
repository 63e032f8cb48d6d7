export { type AssemblyActor, assemblyMachine } from './assembly/assembly.machine.ts'
export type {
  AssemblyBounds,
  AssemblyInput,
  AssemblyResult,
  AttemptRejection,
  Awaitable,
  CandidateFacts,
  CapturedFacts,
  ConfirmedFacts,
  Draft,
  ProposedFacts,
  RecheckedFacts,
  ReliefStep,
  Staleness,
  VerifiedFacts,
  Workbench,
} from './assembly/assembly.ports.ts'
export type { AssemblyContext } from './assembly/assembly-context.ts'
export type { AbortAssembly, AssemblyEvent, HistoryChanged, StepEvent } from './assembly/assembly-events.ts'
export type {
  AssemblyOutcome,
  AttemptFailure,
  CandidateOrigin,
  RejectionReason,
  Stage,
  SuccessOutcome,
  TerminationOutcome,
  TerminationReason,
} from './assembly/outcomes.ts'
export type { Lease, LeaseEvent, LeaseLedger, LeasesInput } from './leases/lease-ledger.ts'
export { type LeasesActor, leasesMachine } from './leases/leases.machine.ts'
export {
  type CallRequested,
  type RunActor,
  type RunContext,
  type RunEmitted,
  type RunEvent,
  type RunInput,
  runMachine,
} from './run/run.machine.ts'
