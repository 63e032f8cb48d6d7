import type { Entry } from '../context/entry.ts'
import { insertAdditions } from '../context/insert-additions.ts'
import { lostReferences } from '../context/reference-ledger.ts'
import type { SequenceRules } from '../context/sequence-rules.ts'
import type { Snapshot } from '../context/snapshot.ts'
import type { EntryMaker } from './entry-maker.ts'

/** A list with the references that it lost, in one entry of ours; the list itself when it lost none. */
export function withLedger<M>(
  snapshot: Snapshot<M>,
  entries: readonly Entry<M>[],
  maker: EntryMaker<M>,
  rules: SequenceRules,
): readonly Entry<M>[] {
  const lost = lostReferences(snapshot, entries)
  return lost.length === 0 ? entries : insertAdditions(entries, [maker.ledger(lost)], rules)
}
