import type { Attributes } from '@opentelemetry/api'
import type { AssemblyDiagnostics } from '../observability/diagnostics.ts'
import type { AssemblyEventHeader } from '../observability/events.ts'

/**
 * Who and what a span is about. `gen_ai.agent.id` and `error.type` are names of the GenAI conventions; there are none for
 * what is measured before a call. `gen_ai.operation.name` and `gen_ai.usage.*` belong to the host's own span of the call,
 * which would be counted twice otherwise.
 */
export function headerAttributes({
  runId,
  agentId,
  parentAgentId,
  depth,
  assemblyId,
}: AssemblyEventHeader): Attributes {
  return {
    'plimsoll.run.id': runId,
    'plimsoll.assembly.id': assemblyId,
    'plimsoll.depth': depth,
    ...(agentId === null ? {} : { 'gen_ai.agent.id': agentId }),
    ...(parentAgentId === null ? {} : { 'plimsoll.agent.parent_id': parentAgentId }),
  }
}

/** What was decided, as attributes of a span. */
export function decisionAttributes(diagnostics: AssemblyDiagnostics): Attributes {
  const { terminationReason, finalSequenceValid } = diagnostics
  return {
    'plimsoll.outcome': diagnostics.outcome,
    'plimsoll.mode': diagnostics.mode,
    'plimsoll.unit': diagnostics.unit,
    'plimsoll.size.original': diagnostics.originalSize,
    'plimsoll.size.final': diagnostics.finalSize,
    'plimsoll.trigger_threshold': diagnostics.triggerThreshold,
    'plimsoll.hard_limit': diagnostics.hardLimit,
    'plimsoll.attempts': diagnostics.attemptCount,
    'plimsoll.restarts': diagnostics.restartCount,
    'plimsoll.stages': [...diagnostics.stages],
    'plimsoll.rejections': diagnostics.rejections.flatMap(({ reasons }) => reasons),
    'plimsoll.entries.dropped': diagnostics.droppedEntryCount,
    'plimsoll.entries.elided': diagnostics.elidedEntryCount,
    'plimsoll.entries.repaired': diagnostics.repairedEntryCount,
    ...(finalSequenceValid === null ? {} : { 'plimsoll.sequence_valid': finalSequenceValid }),
    ...(terminationReason === null ? {} : { 'error.type': terminationReason }),
    ...Object.fromEntries(
      diagnostics.categories.map(({ category, size }) => [`plimsoll.size.category.${category}`, size]),
    ),
  }
}
