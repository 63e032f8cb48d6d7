import type { OffloadDiagnostics, RehydrationDiagnostics } from './artifact-diagnostics.ts'
import type { AssemblyDiagnostics } from './diagnostics.ts'

/** What every event carries. */
export interface EventHeader {
  /** Milliseconds since the epoch. */
  readonly timestamp: number
  readonly runId: string
  readonly agentId: string | null
  readonly parentAgentId: string | null
  /** 0 for a run, 1 for its child, and so on. */
  readonly depth: number
  /** Grows by one from event to event of a run and its children. */
  readonly sequenceNumber: number
}

/** What every event of an assembly carries. */
export interface AssemblyEventHeader extends EventHeader {
  /** Minted once per assembly: the join key of its events, since sequence numbers of concurrent assemblies interleave. */
  readonly assemblyId: string
}

/** An assembly began: its first snapshot was taken, filtered and classified. */
export interface AssemblyStarted extends AssemblyEventHeader {
  readonly type: 'assembly.started'
  readonly unit: string
  readonly hardLimit: number
  readonly triggerThreshold: number
}

/** A bounded list was made. Told before the second trust check: it may still not be sent. */
export interface AssemblyCompleted extends AssemblyEventHeader {
  readonly type: 'assembly.completed'
  readonly diagnostics: AssemblyDiagnostics
}

/** Nothing can be sent, and why. */
export interface AssemblyTerminated extends AssemblyEventHeader {
  readonly type: 'assembly.terminated'
  readonly diagnostics: AssemblyDiagnostics
}

/** The list passed the second trust check and is handed to the host. */
export interface AssemblyComposed extends AssemblyEventHeader {
  readonly type: 'assembly.composed'
  readonly diagnostics: AssemblyDiagnostics
}

/** A result was looked at, and stays, or is kept in the workspace. One for each decision, never with the reference. */
export interface ArtifactOffloadDecided extends EventHeader {
  readonly type: 'artifact.offloadDecided'
  /** The assembly that took the result out; null where it was offloaded at the tool. */
  readonly assemblyId: string | null
  readonly decision: OffloadDiagnostics
}

/** Somebody asked to read an artifact back. One for each decision, never with the reference or the body. */
export interface ArtifactRehydrationDecided extends EventHeader {
  readonly type: 'artifact.rehydrationDecided'
  /** Always null: what comes of it is for an assembly that has not begun. */
  readonly assemblyId: null
  readonly decision: RehydrationDiagnostics
}

/** What is told of one assembly. */
export type AssemblyEvent = AssemblyStarted | AssemblyCompleted | AssemblyTerminated | AssemblyComposed

/** What is told of artifacts. */
export type ArtifactEvent = ArtifactOffloadDecided | ArtifactRehydrationDecided

/** Whatever a run tells. */
export type PlimsollEvent = AssemblyEvent | ArtifactEvent

/** Hears every event of a run and its children. What it throws disturbs nothing. */
export type Report = (event: PlimsollEvent) => void
