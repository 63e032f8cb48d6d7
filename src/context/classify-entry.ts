import type { EntryKind } from './entry.ts'
import type { MessageReading } from './reading.ts'
import { parseReference } from './references.ts'

/** Kinds that a host's classifier may assign. The others follow from a message's structure. */
export type AssignableKind =
  | 'authoritativeSessionState'
  | 'approvalSecurityState'
  | 'optionalContext'
  | 'conversationalMessage'
  | 'summary'

export const assignableKinds: readonly AssignableKind[] = Object.freeze([
  'authoritativeSessionState',
  'approvalSecurityState',
  'optionalContext',
  'conversationalMessage',
  'summary',
])

/**
 * The kind that a message's structure gives it; undefined where structure says nothing, and the host's classifier has
 * the word.
 */
export function structuralKind(reading: MessageReading): EntryKind | undefined {
  if (reading.links.length > 0) return 'toolExchange'
  if (reading.approvalRequests.length > 0 || reading.approvalResponses.length > 0) return 'toolExchange'
  if (reading.role === 'tool') return 'toolExchange'
  if (reading.role === 'system') return 'systemInstruction'
  if (reading.plainText !== undefined && parseReference(reading.plainText) !== undefined)
    return 'artifactReference'
  return undefined
}

/** Whether a classifier's answer is one that it may give. */
export function isAssignableKind(kind: unknown): kind is AssignableKind {
  return assignableKinds.some((assignable) => assignable === kind)
}
