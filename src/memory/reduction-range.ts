/** What stood in the place of a range that was left out. */
export type StandIn =
  | { readonly type: 'summary'; readonly text: string }
  | { readonly type: 'notice'; readonly role: 'user' | 'assistant' }

/** A stretch of a list, and what a reduction made of it. */
export interface ReductionRange {
  /** Position of its first entry. */
  readonly from: number
  readonly count: number
  /** Which of its entries had their results elided, counted from its first; null when all of it was left out. */
  readonly elided: readonly number[] | null
  readonly standIns: readonly StandIn[]
}

/** Whether two ranges say the same of the same place. */
export function isSameRange(one: ReductionRange, other: ReductionRange): boolean {
  return (
    one.from === other.from &&
    one.count === other.count &&
    isSameList(one.elided, other.elided) &&
    one.standIns.length === other.standIns.length &&
    one.standIns.every((standIn, index) => isSameStandIn(standIn, other.standIns[index]))
  )
}

function isSameList(one: readonly number[] | null, other: readonly number[] | null): boolean {
  if (one === null || other === null) return one === other
  return one.length === other.length && one.every((offset, index) => offset === other[index])
}

function isSameStandIn(one: StandIn, other: StandIn | undefined): boolean {
  if (one.type === 'notice') return other?.type === 'notice' && other.role === one.role
  return other?.type === 'summary' && other.text === one.text
}
