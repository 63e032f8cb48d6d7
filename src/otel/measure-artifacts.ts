import type { Attributes, Meter } from '@opentelemetry/api'
import type { ArtifactEvent } from '../observability/events.ts'

/** Makes the instruments, and tells how one decision about an artifact is measured with them. */
export function measureArtifacts(meter: Meter, common: Attributes): (event: ArtifactEvent) => void {
  const names = {
    'artifact.offloadDecided': 'offload',
    'artifact.rehydrationDecided': 'rehydration',
  } as const
  const decisions = meter.createCounter('plimsoll.artifact.decisions', {
    description: 'Tool results that were looked at, and requests to read them back, by outcome.',
    unit: '{decision}',
  })
  const input = meter.createCounter('plimsoll.artifact.input', {
    description: 'UTF-8 bytes that came to be decided on: of a result, or of a reference.',
    unit: 'By',
  })
  const output = meter.createCounter('plimsoll.artifact.output', {
    description: 'UTF-8 bytes that came of it: of a reference, or of a body.',
    unit: 'By',
  })
  return ({ type, agentId, decision }) => {
    const attributes = {
      ...common,
      'plimsoll.artifact.operation': names[type],
      'plimsoll.outcome': decision.outcome,
      'plimsoll.reason': decision.reason,
      'plimsoll.artifact.source': decision.source,
      ...(agentId === null ? {} : { 'gen_ai.agent.id': agentId }),
    }
    decisions.add(1, attributes)
    input.add(decision.inputBytes, attributes)
    output.add(decision.outputBytes ?? 0, attributes)
  }
}
