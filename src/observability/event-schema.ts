import * as z from 'zod'
import { offloadDiagnosticsSchema, rehydrationDiagnosticsSchema } from './artifact-diagnostics-schema.ts'
import { diagnosticsSchema } from './diagnostics-schema.ts'
import { identifier, unitLabel, uuid, wholeNumber } from './schema-parts.ts'

const header = {
  timestamp: wholeNumber(),
  runId: identifier(),
  agentId: identifier().nullable(),
  parentAgentId: identifier().nullable(),
  depth: wholeNumber(),
  sequenceNumber: wholeNumber(),
}

const assembly = { ...header, assemblyId: uuid() }

/**
 * What an event is, field by field. Strict: an event with anything more in it is refused. Every text is one of a closed
 * set, an id, or a unit's label, so no content fits in.
 *
 * @example
 * const event = eventSchema.parse(JSON.parse(line))
 */
export const eventSchema = z.discriminatedUnion('type', [
  z.strictObject({
    ...assembly,
    type: z.literal('assembly.started'),
    unit: unitLabel(),
    hardLimit: wholeNumber(),
    triggerThreshold: wholeNumber(),
  }),
  z.strictObject({ ...assembly, type: z.literal('assembly.completed'), diagnostics: diagnosticsSchema }),
  z.strictObject({ ...assembly, type: z.literal('assembly.terminated'), diagnostics: diagnosticsSchema }),
  z.strictObject({ ...assembly, type: z.literal('assembly.composed'), diagnostics: diagnosticsSchema }),
  z.strictObject({
    ...header,
    assemblyId: uuid().nullable(),
    type: z.literal('artifact.offloadDecided'),
    decision: offloadDiagnosticsSchema,
  }),
  z.strictObject({
    ...header,
    assemblyId: z.null(),
    type: z.literal('artifact.rehydrationDecided'),
    decision: rehydrationDiagnosticsSchema,
  }),
])
