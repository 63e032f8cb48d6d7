import type { Digest, Entry } from './entry.ts'
import { collectReferences, formatReference } from './references.ts'
import type { Snapshot } from './snapshot.ts'

const heading = 'References from earlier messages that were left out of this request:'

/** The text of a ledger: a constant heading and a reference a line. */
export function ledgerText(digests: readonly Digest[]): string {
  return [heading, ...digests.map(formatReference)].join('\n')
}

/** References of the snapshot that a list has lost, in the snapshot's order. */
export function lostReferences<M>(snapshot: Snapshot<M>, kept: readonly Entry<M>[]): readonly Digest[] {
  if (snapshot.references.size === 0) return []
  const there = collectReferences(kept)
  return [...snapshot.references].filter((digest) => !there.has(digest))
}
