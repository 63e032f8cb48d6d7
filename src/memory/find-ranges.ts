import type { Entry } from '../context/entry.ts'
import type { ReductionRange, StandIn } from './reduction-range.ts'

/**
 * The ranges that a reduction is made of: each unbroken stretch that was left out, with what stands in its place, and
 * between these, the stretch from the first to the last entry whose results were elided.
 *
 * @param count number of entries in the list that was reduced
 * @param candidate what was made of it; its positions are those of the list
 */
export function findRanges<M>(count: number, candidate: readonly Entry<M>[]): readonly ReductionRange[] {
  const ranges: ReductionRange[] = []
  let next = 0
  let standIns: StandIn[] = []
  let elided: number[] = []
  const closeElided = (): void => {
    const [from] = elided
    if (from === undefined) return
    const last = elided.at(-1) ?? from
    ranges.push({ from, count: last - from + 1, elided: elided.map((at) => at - from), standIns: [] })
    elided = []
  }
  const closeGap = (end: number): void => {
    if (end > next) {
      closeElided()
      ranges.push({ from: next, count: end - next, elided: null, standIns })
    }
    standIns = []
  }
  for (const entry of candidate) {
    if (entry.position < 0) {
      const standIn = standInOf(entry)
      if (standIn) standIns.push(standIn)
      continue
    }
    closeGap(entry.position)
    next = entry.position + 1
    if (entry.form === 'elided') elided.push(entry.position)
  }
  closeGap(count)
  closeElided()
  return ranges
}

// The reference ledger is not remembered: it is written anew for what is lost this time.
function standInOf<M>({ form, reading }: Entry<M>): StandIn | undefined {
  if (form === 'notice') return { type: 'notice', role: reading.role === 'assistant' ? 'assistant' : 'user' }
  return form === 'summary' ? { type: 'summary', text: reading.plainText ?? '' } : undefined
}
