import type { AssemblyDiagnostics } from '../observability/diagnostics.ts'
import type { AssemblyEventHeader, PlimsollEvent } from '../observability/events.ts'
import { type PathStep, pathOfStages } from './paths-of.ts'

/** One provider call as the report shows it. */
export interface ReportedCall {
  readonly id: string
  readonly runId: string
  readonly agentId: string | null
  readonly depth: number
  readonly unit: string
  readonly hardLimit: number
  readonly triggerThreshold: number
  /** From the start to the decision; null where there was none. */
  readonly milliseconds: number | null
  /** Whether the list was handed to the host. */
  readonly composed: boolean
  /** Null when the call was aborted or failed before it came to a decision. */
  readonly diagnostics: Omit<AssemblyDiagnostics, 'keptIndexes'> | null
  readonly path: readonly PathStep[]
  /** Whether the path is complete, since it was recorded. */
  readonly recorded: boolean
  /** How many of the messages that the call before sent stand at the front of this one too. */
  readonly prefix: { readonly kept: number; readonly of: number } | null
}

interface Drafted {
  readonly header: AssemblyEventHeader
  readonly unit: string
  readonly hardLimit: number
  readonly triggerThreshold: number
  decidedAt: number | null
  diagnostics: AssemblyDiagnostics | null
  composed: boolean
}

/** Puts the events of each assembly together, in the order in which the assemblies began. */
export function reportCalls(
  events: readonly PlimsollEvent[],
  paths: ReadonlyMap<string, readonly PathStep[]>,
): readonly ReportedCall[] {
  const drafts = new Map<string, Drafted>()
  for (const event of events) {
    if (event.type === 'assembly.started') {
      const { unit, hardLimit, triggerThreshold } = event
      drafts.set(event.assemblyId, {
        ...{ header: event, unit, hardLimit, triggerThreshold },
        ...{ decidedAt: null, diagnostics: null, composed: false },
      })
      continue
    }
    if (!('diagnostics' in event)) continue
    const draft = drafts.get(event.assemblyId)
    if (!draft) continue
    draft.diagnostics = event.diagnostics
    if (event.type === 'assembly.composed') draft.composed = true
    else draft.decidedAt = event.timestamp
  }
  const sentBefore = new Map<string, readonly number[]>()
  return [...drafts.values()].map((draft) => callOf(draft, paths, sentBefore))
}

function callOf(
  { header, unit, hardLimit, triggerThreshold, decidedAt, diagnostics, composed }: Drafted,
  paths: ReadonlyMap<string, readonly PathStep[]>,
  sentBefore: Map<string, readonly number[]>,
): ReportedCall {
  const recorded = paths.get(header.assemblyId)
  const before = sentBefore.get(header.runId)
  const prefix = composed && before && diagnostics ? prefixOf(before, diagnostics.keptIndexes) : null
  if (composed && diagnostics) sentBefore.set(header.runId, diagnostics.keptIndexes)
  return {
    id: header.assemblyId,
    runId: header.runId,
    agentId: header.agentId,
    depth: header.depth,
    unit,
    hardLimit,
    triggerThreshold,
    milliseconds: decidedAt === null ? null : decidedAt - header.timestamp,
    composed,
    diagnostics: diagnostics ? withoutIndexes(diagnostics) : null,
    path: recorded ?? (diagnostics ? pathOfStages(diagnostics) : []),
    recorded: recorded !== undefined,
    prefix,
  }
}

function prefixOf(before: readonly number[], now: readonly number[]): { kept: number; of: number } {
  let kept = 0
  while (kept < before.length && before[kept] === now[kept]) kept += 1
  return { kept, of: before.length }
}

// They grow with the square of a conversation, and the report doesn't list them.
function withoutIndexes({
  keptIndexes: _,
  ...rest
}: AssemblyDiagnostics): Omit<AssemblyDiagnostics, 'keptIndexes'> {
  return rest
}
