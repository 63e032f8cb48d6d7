import type { OffloadDiagnostics, RehydrationDiagnostics } from './artifact-diagnostics.ts'
import type { AssemblyDiagnostics } from './diagnostics.ts'
import type { PlimsollEvent } from './events.ts'

/**
 * One event as one line for a log, in `key=value` pairs. Pure; holds numbers, ids and closed literals only.
 *
 * @example
 * const run = plimsoll.openRun({ report: (event) => console.error(formatEvent(event)) })
 */
export function formatEvent(event: PlimsollEvent): string {
  const { type, timestamp, runId, agentId, depth, sequenceNumber, assemblyId } = event
  return [
    new Date(timestamp).toISOString(),
    type,
    ...pairs({
      run: runId,
      agent: agentId,
      depth: depth || null,
      sequence: sequenceNumber,
      assembly: assemblyId,
    }),
    ...facts(event),
  ].join(' ')
}

function facts(event: PlimsollEvent): string[] {
  switch (event.type) {
    case 'assembly.started':
      return pairs({ unit: event.unit, threshold: event.triggerThreshold, limit: event.hardLimit })
    case 'artifact.offloadDecided':
    case 'artifact.rehydrationDecided':
      return artifact(event.decision)
    default:
      return assembly(event.diagnostics)
  }
}

function artifact(decision: OffloadDiagnostics | RehydrationDiagnostics): string[] {
  const { outcome, reason, source, inputBytes, outputBytes } = decision
  return pairs({ outcome, reason, source, in: inputBytes, out: outputBytes })
}

function assembly(diagnostics: AssemblyDiagnostics): string[] {
  const reasons = diagnostics.rejections.flatMap((rejection) => rejection.reasons)
  return pairs({
    outcome: diagnostics.outcome,
    reason: diagnostics.terminationReason,
    size: `${diagnostics.originalSize}>${diagnostics.finalSize}`,
    limit: diagnostics.hardLimit,
    unit: diagnostics.unit,
    attempts: diagnostics.attemptCount,
    restarts: diagnostics.restartCount || null,
    dropped: diagnostics.droppedEntryCount || null,
    elided: diagnostics.elidedEntryCount || null,
    repaired: diagnostics.repairedEntryCount || null,
    rejected: reasons.length > 0 ? reasons.join(',') : null,
    valid: diagnostics.finalSequenceValid === false ? 'false' : null,
    mode: diagnostics.mode === 'observe' ? 'observe' : null,
  })
}

function pairs(values: Readonly<Record<string, string | number | null>>): string[] {
  return Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [`${key}=${value}`]))
}
