import { checkSequence, type SequenceDefect } from './check-sequence.ts'
import type { Digest, Entry } from './entry.ts'
import { type Grouping, groupUnits } from './group-units.ts'
import { LinkPairer, type ToolPairing } from './pair-tool-links.ts'
import type { MessageReading } from './reading.ts'
import type { SequenceRules } from './sequence-rules.ts'

/** What follows from the messages of a list and their order, whatever is required of it. */
export interface ListStructure {
  readonly pairing: ToolPairing
  readonly defects: readonly SequenceDefect[]
  readonly grouping: Grouping
  readonly references: ReadonlySet<Digest>
}

interface KnownList {
  readonly rules: SequenceRules
  readonly readings: MessageReading[]
  readonly pairer: LinkPairer
  readonly structure: ListStructure
}

/** Tells the structure of lists. Where one goes on from the list before, only what is new is looked at. */
export class StructureReader {
  #known: KnownList | null = null

  /** The structure of entries as they were read: a kind follows from the reading, or is one of those that join nothing. */
  read<M>(entries: readonly Entry<M>[], rules: SequenceRules): ListStructure {
    const before = this.#known
    // The pairer goes on from where it is: whatever happens, it is not to be used for another list.
    this.#known = null
    const known =
      before && before.rules === rules && begins(entries, before.readings) ? before : opening(rules)
    const { readings, pairer, structure } = known
    const length = readings.length
    for (let at = length; at < entries.length; at += 1) {
      const entry = entries[at]
      if (!entry) break
      readings.push(entry.reading)
      pairer.add(entry.reading)
    }
    const pairing = length === entries.length ? structure.pairing : pairer.result()
    const grown: ListStructure = {
      pairing,
      defects: checkSequence(entries, rules, pairing, { defects: structure.defects, length }),
      grouping: groupUnits(entries, pairing, structure.grouping),
      references: withReferences(structure.references, entries, length),
    }
    this.#known = { rules, readings, pairer, structure: grown }
    return grown
  }

  /** Forgets the list before. */
  clear(): void {
    this.#known = null
  }
}

function opening(rules: SequenceRules): KnownList {
  const pairer = new LinkPairer()
  return {
    rules,
    readings: [],
    pairer,
    structure: {
      pairing: pairer.result(),
      defects: [],
      grouping: { units: [], unitOf: [] },
      references: new Set(),
    },
  }
}

function begins<M>(entries: readonly Entry<M>[], readings: readonly MessageReading[]): boolean {
  if (entries.length < readings.length) return false
  for (let at = 0; at < readings.length; at += 1) if (entries[at]?.reading !== readings[at]) return false
  return true
}

function withReferences<M>(
  known: ReadonlySet<Digest>,
  entries: readonly Entry<M>[],
  from: number,
): ReadonlySet<Digest> {
  let digests: Set<Digest> | undefined
  for (let at = from; at < entries.length; at += 1) {
    const references = entries[at]?.references ?? []
    if (references.length === 0) continue
    digests ??= new Set(known)
    for (const digest of references) digests.add(digest)
  }
  return digests ?? known
}
