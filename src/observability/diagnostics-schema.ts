import * as z from 'zod'
import { unitLabel, wholeNumber } from './schema-parts.ts'

const outcome = z.enum([
  'withinLimit',
  'reduced',
  'preservationFallback',
  'irreducible',
  'concurrentMutationLimit',
])

const stage = z.enum([
  'snapshotCaptured',
  'recoverableBodyEviction',
  'resultElision',
  'reductionReplayed',
  'reducerAttempt',
  'restartedAfterMutation',
  'deterministicFallback',
  'reliefElision',
  'reliefShrinkRetention',
])

const category = z.enum([
  'systemInstruction',
  'authoritativeSessionState',
  'approvalSecurityState',
  'artifactReference',
  'toolExchange',
  'conversationalMessage',
  'summary',
  'recoverableSegment',
  'optionalContext',
  'omissionNotice',
  'requestOverhead',
])

const reason = z.enum([
  'missingRequiredEntry',
  'requiredEntryOutOfOrder',
  'requiredEntryContentMismatch',
  'retainedEntryMutated',
  'retainedEntryReordered',
  'forgedStructuralEntry',
  'misplacedSummary',
  'orphanedToolCall',
  'orphanedToolResult',
  'duplicateToolCall',
  'duplicateToolResult',
  'reorderedExchange',
  'crossExchangeResult',
  'dialectRule',
  'lostReference',
  'notSmaller',
  'emptyProposal',
  'reducerFailed',
  'reducerTimedOut',
  'reducerInterrupted',
  'reducerRested',
])

/** What the diagnostics of an assembly are, field by field. */
export const diagnosticsSchema = z.strictObject({
  outcome,
  mode: z.enum(['enforce', 'observe']),
  unit: unitLabel(),
  originalSize: wholeNumber(),
  finalSize: wholeNumber(),
  triggerThreshold: wholeNumber(),
  hardLimit: wholeNumber(),
  attemptCount: wholeNumber(),
  restartCount: wholeNumber(),
  stages: z.array(stage).readonly(),
  categories: z
    .array(z.strictObject({ category, size: wholeNumber(), entryCount: wholeNumber() }))
    .readonly(),
  finalSequenceValid: z.boolean().nullable(),
  rejections: z
    .array(z.strictObject({ attempt: wholeNumber(), reasons: z.array(reason).readonly() }))
    .readonly(),
  repairedEntryCount: wholeNumber(),
  elidedEntryCount: wholeNumber(),
  droppedEntryCount: wholeNumber(),
  droppedCacheMarkCount: wholeNumber(),
  keptIndexes: z.array(wholeNumber()).readonly(),
  terminationReason: z
    .enum(['requiredContentTooLarge', 'invalidSequence', 'concurrentMutation', 'finalVerificationFailed'])
    .nullable(),
})
