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
  /** Minted once per assembly: the join key of its events, since sequence numbers of concurrent assemblies interleave. */
  readonly assemblyId: string
}

export interface AssemblyStarted extends EventHeader {
  readonly type: 'assembly.started'
  readonly unit: string
  readonly hardLimit: number
  readonly triggerThreshold: number
}

/** A bounded list was made. Told before the second trust check: it may still not be sent. */
export interface AssemblyCompleted extends EventHeader {
  readonly type: 'assembly.completed'
  readonly diagnostics: AssemblyDiagnostics
}

/** Nothing can be sent, and why. */
export interface AssemblyTerminated extends EventHeader {
  readonly type: 'assembly.terminated'
  readonly diagnostics: AssemblyDiagnostics
}

/** The list passed the second trust check and is handed to the host. */
export interface AssemblyComposed extends EventHeader {
  readonly type: 'assembly.composed'
  readonly diagnostics: AssemblyDiagnostics
}

export type PlimsollEvent = AssemblyStarted | AssemblyCompleted | AssemblyTerminated | AssemblyComposed

/** Hears every event of a run and its children. What it throws disturbs nothing. */
export type Report = (event: PlimsollEvent) => void
