import type { Attributes, Meter } from '@opentelemetry/api'
import type { AssemblyComposed, AssemblyTerminated } from '../observability/events.ts'

/** Makes the instruments, and tells how one decision is measured with them. */
export function measureDecisions(
  meter: Meter,
  common: Attributes,
): (event: AssemblyComposed | AssemblyTerminated, seconds: number) => void {
  const original = meter.createHistogram('plimsoll.context.original_size', {
    description: 'Size of the list as it came in, in the unit that plimsoll.unit names.',
  })
  const final = meter.createHistogram('plimsoll.context.size', {
    description: 'Size of what was decided, in the unit that plimsoll.unit names.',
  })
  const duration = meter.createHistogram('plimsoll.assembly.duration', {
    description: 'From the start of an assembly to its list or refusal, the reducer included.',
    unit: 's',
  })
  const attempts = meter.createHistogram('plimsoll.assembly.attempts', {
    description: 'Attempts of an assembly.',
    unit: '{attempt}',
  })
  const assemblies = meter.createCounter('plimsoll.assemblies', {
    description: 'Assemblies by outcome.',
    unit: '{assembly}',
  })
  const rejections = meter.createCounter('plimsoll.rejections', {
    description: 'Reasons for which attempts came to nothing.',
    unit: '{reason}',
  })
  return ({ agentId, diagnostics }, seconds) => {
    const attributes = {
      ...common,
      'plimsoll.outcome': diagnostics.outcome,
      ...(agentId === null ? {} : { 'gen_ai.agent.id': agentId }),
      ...(diagnostics.terminationReason === null ? {} : { 'error.type': diagnostics.terminationReason }),
    }
    const sized = { ...attributes, 'plimsoll.unit': diagnostics.unit }
    original.record(diagnostics.originalSize, sized)
    final.record(diagnostics.finalSize, sized)
    duration.record(seconds, attributes)
    attempts.record(diagnostics.attemptCount, attributes)
    assemblies.add(1, attributes)
    for (const reason of diagnostics.rejections.flatMap(({ reasons }) => reasons)) {
      rejections.add(1, { ...common, 'plimsoll.reason': reason })
    }
  }
}
