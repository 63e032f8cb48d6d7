import * as z from 'zod'
import { wholeNumber } from './schema-parts.ts'

/** What the decision about one tool result is, field by field. */
export const offloadDiagnosticsSchema = z.strictObject({
  outcome: z.enum(['inline', 'offloaded', 'existingReference', 'failed', 'recoveryRequired']),
  reason: z.enum([
    'belowThreshold',
    'recoverableSegmentBypass',
    'alreadyReference',
    'thresholdExceeded',
    'existingContentMatch',
    'noAuthorizedWorkspace',
    'workspaceReadFailed',
    'contentAddressMismatch',
    'workspaceWriteFailed',
    'cancelledAfterWrite',
    'checkpointFailed',
    'recordWriteFailed',
  ]),
  source: z.enum(['tool', 'dispatch']),
  inputBytes: wholeNumber(),
  outputBytes: wholeNumber().nullable(),
})

/** What the decision about one request to read an artifact back is, field by field. */
export const rehydrationDiagnosticsSchema = z.strictObject({
  outcome: z.enum(['resolved', 'stale', 'missing', 'unauthorized', 'overBudget']),
  reason: z.enum([
    'digestVerified',
    'alreadyDelivered',
    'digestMismatch',
    'notStored',
    'ownerMismatch',
    'noAuthorizedWorkspace',
    'budgetExceeded',
    'noRoom',
  ]),
  source: z.enum(['toolRequest', 'policy']),
  alreadyDelivered: z.boolean(),
  range: z.tuple([wholeNumber(), wholeNumber()]).readonly().nullable(),
  inputBytes: wholeNumber(),
  outputBytes: wholeNumber().nullable(),
  observedBytes: wholeNumber().nullable(),
  budgetBytes: wholeNumber().nullable(),
})
