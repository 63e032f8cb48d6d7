import { EntryMaker } from '../../assembly/entry-maker.ts'
import type { Entry, EntryKind } from '../../context/entry.ts'
import { nameApprovals } from '../../context/name-approvals.ts'
import type { Role } from '../../context/reading.ts'
import type { Fields } from '../../dialects/fields.ts'
import type { CheckedProfile } from '../../profile/hybrid-profile.ts'
import type { Conversation } from '../input/conversation.ts'
import type { BoundedList } from '../open-bounded-run.ts'

/** What became of one entry. Facts only: no text, and no id. */
export interface EntryRow {
  /** Index in the file's list; null for what was added. */
  readonly index: number | null
  readonly kind: EntryKind
  readonly role: Role
  readonly size: number
  /** Sent as it is, in another form, or not at all; or added by the reducer or by us. */
  readonly fate: 'sent' | 'changed' | 'dropped' | 'added'
  readonly sentSize: number
}

/** Tells for each entry of a list whether it would be sent, and what would be sent beside them. */
export function entryRows(
  { messages, dialect }: Conversation,
  profile: CheckedProfile,
  { diagnostics, sent }: BoundedList,
): readonly EntryRow[] {
  const maker = new EntryMaker(dialect, profile)
  const originals = nameApprovals(messages.map((message, index) => maker.original(message, index)))
  const rows: EntryRow[] = []
  const factsOf = (index: number): Pick<EntryRow, 'index' | 'kind' | 'role' | 'size'> => {
    const { kind, size, reading } = originals[index] as Entry<Fields> // an index of the list
    return { index, kind, role: reading.role, size }
  }
  let next = 0
  const dropUntil = (end: number): void => {
    for (; next < end; next += 1) rows.push({ ...factsOf(next), fate: 'dropped', sentSize: 0 })
  }
  const whole = new Set(sent)
  const kept = [...diagnostics.keptIndexes]
  for (const message of sent ?? []) {
    const index = kept[0]
    const isHost = index !== undefined && messages[index] === message
    // A kept message that is not among those sent went in another form: this is the one.
    const isDerived = index !== undefined && !isHost && !whole.has(messages[index] as Fields) // an index of the list
    if (index === undefined || (!isHost && !isDerived)) {
      const { kind, size, reading } = maker.foreign(message)
      rows.push({
        index: null,
        kind: kindOfAdded(kind),
        role: reading.role,
        size,
        fate: 'added',
        sentSize: size,
      })
      continue
    }
    kept.shift()
    dropUntil(index)
    const facts = factsOf(index)
    const sentSize = isHost ? facts.size : maker.foreign(message).size
    rows.push({ ...facts, fate: isHost ? 'sent' : 'changed', sentSize })
    next = index + 1
  }
  dropUntil(messages.length)
  return rows
}

function kindOfAdded(kind: EntryKind): EntryKind {
  return kind === 'conversationalMessage' ? 'summary' : kind
}
