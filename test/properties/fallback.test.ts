import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { fallBack } from '../../src/context/fall-back.ts'
import { sumSizes } from '../../src/context/measure.ts'
import { conversations, demandSets } from '../support/chat-arbitraries.ts'
import { findDefects, findFaults, findRequired } from '../support/independent-checker.ts'
import { rulesThat, snapshotOf } from '../support/snapshot-of.ts'

const settings = fc.record({ demands: demandSets, retention: fc.nat(3), pinFirstUserMessage: fc.boolean() })

test.prop([conversations, settings, fc.nat(1_500), fc.boolean(), fc.array(fc.nat(20), { maxLength: 2 })], {
  numRuns: 800,
})(
  'the fallback of a valid list is valid, and within the limit unless it is the required part alone',
  (original, { demands, ...rest }, limit, omissionNotice, pins) => {
    fc.pre(findDefects(original, demands).length === 0)
    const claim = { original, demands, ...rest }
    const pin = ({ index }: { index: number }): boolean => pins.includes(index)
    const { snapshot, rules, forms } = snapshotOf(original, {
      ...rest,
      rules: rulesThat(...demands),
      omissionNotice,
      pin,
    })
    const { entries, size } = fallBack(snapshot, rules, limit, forms)
    const sent = entries.map(({ message }) => message)

    expect(size).toBe(sumSizes(entries))
    expect(findFaults({ ...claim, sent }).filter((fault) => fault !== 'nothing is left')).toEqual([])
    for (const index of pins) if (original[index]) expect(sent).toContain(original[index])
    if (size <= limit) return

    const required = new Set(findRequired({ ...claim, sent: [] }))
    for (const index of pins) {
      const unit = snapshot.grouping.units[snapshot.grouping.unitOf[index] ?? -1]
      for (const member of unit?.entries ?? []) required.add(member)
    }
    const kept = entries.flatMap(({ position }) => (position >= 0 ? [position] : []))
    const extra = kept.filter((position) => !required.has(position))
    // Beside what is required stands only what a turn rule asks for: without it, the list would be refused.
    if (extra.length > 0) {
      const bare = original.filter((_, index) => required.has(index))
      expect(findDefects(bare, demands).length).toBeGreaterThan(0)
    }
  },
)
