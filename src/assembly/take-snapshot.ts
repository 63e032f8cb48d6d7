import { checkSequence } from '../context/check-sequence.ts'
import type { Entry } from '../context/entry.ts'
import { groupUnits } from '../context/group-units.ts'
import { type ListStructure, StructureReader } from '../context/list-structure.ts'
import { pairToolLinks } from '../context/pair-tool-links.ts'
import { collectReferences } from '../context/references.ts'
import { repairSequence } from '../context/repair-sequence.ts'
import { type Retention, selectRequired } from '../context/select-required.ts'
import type { SequenceRules } from '../context/sequence-rules.ts'
import type { Snapshot } from '../context/snapshot.ts'
import type { EntryMaker } from './entry-maker.ts'

/** A snapshot, and how much had to be repaired for it. */
export interface TakenSnapshot<M> {
  readonly snapshot: Snapshot<M>
  readonly repairedCount: number
}

/**
 * Pairs, repairs if asked to, groups, and tells what is required.
 *
 * @param structures reads lists that go on from one another; left out, the list is looked at by itself
 */
export function takeSnapshot<M>(
  entries: readonly Entry<M>[],
  maker: EntryMaker<M>,
  rules: SequenceRules,
  options: { readonly repairs: boolean; readonly retention: Retention },
  structures: StructureReader = new StructureReader(),
): TakenSnapshot<M> {
  const structure = structures.read(entries, rules)
  const { defects } = structure
  const repair =
    options.repairs && defects.length > 0
      ? repairSequence(entries, rules, {
          answerCalls: (calls) => maker.answers(calls),
          keepResults: (entry, keep, others) => maker.withResults(entry, keep, others),
          renameLinks: (entry, keys) => maker.renamed(entry, keys),
          joinResults: (joined) => maker.joined(joined),
          missingTurn: (role) => maker.missingTurn(role),
        })
      : { entries, repairedCount: 0 }
  if (repair.repairedCount === 0) {
    return { snapshot: snapshotOf(entries, structure, options.retention), repairedCount: 0 }
  }
  const placed = repair.entries.map((entry, position) => ({ ...entry, position }))
  const repaired = pairToolLinks(placed)
  const left = checkSequence(placed, rules, repaired)
  return {
    snapshot: describe(placed, repaired, left, options.retention),
    repairedCount: repair.repairedCount,
  }
}

/** The same snapshot under another retention, or with elided entries in their places. */
export function rebase<M>(
  snapshot: Snapshot<M>,
  entries: readonly Entry<M>[],
  retention: Retention,
): Snapshot<M> {
  return describe(entries, snapshot.pairing, snapshot.defects, retention)
}

function describe<M>(
  entries: readonly Entry<M>[],
  pairing: Snapshot<M>['pairing'],
  defects: Snapshot<M>['defects'],
  retention: Retention,
): Snapshot<M> {
  const grouping = groupUnits(entries, pairing)
  return snapshotOf(
    entries,
    { pairing, defects, grouping, references: collectReferences(entries) },
    retention,
  )
}

function snapshotOf<M>(
  entries: readonly Entry<M>[],
  { pairing, defects, grouping, references }: ListStructure,
  retention: Retention,
): Snapshot<M> {
  return {
    entries,
    pairing,
    grouping,
    required: selectRequired(entries, grouping, retention),
    defects,
    references,
  }
}
