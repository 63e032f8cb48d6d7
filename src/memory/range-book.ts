import type { Entry } from '../context/entry.ts'
import { contentLength, contentOf, digestOf, type EntryContent, hasContent } from './entry-content.ts'
import { isSameRange, type ReductionRange } from './reduction-range.ts'

/** A range as it is written down: known by the hash of its content, not by its place. */
export interface RangeRecord extends Omit<ReductionRange, 'from'> {
  /** SHA-256 over the content of its entries. */
  readonly digest: string
  /** Characters of all its entries, and of the first: a place where these differ is not looked at. */
  readonly length: number
  readonly firstLength: number
  /** Where it stood last. Looked at first; any place will do. */
  readonly at: number
}

interface KnownRange {
  record: Omit<RangeRecord, 'digest'>
  /** Made when it is needed: to write the range down, or to let go of its content. */
  digest: string | null
  /** The content itself, as long as it is part of the newest list: comparing it is faster than hashing. */
  held: readonly EntryContent[] | null
}

/** The ranges that a conversation remembers, the latest used last. */
export class RangeBook {
  readonly #maximum: number
  #known: KnownRange[] = []
  readonly #knownOf = new WeakMap<ReductionRange, KnownRange>()

  constructor(maximum: number) {
    this.#maximum = maximum
  }

  get rangeCount(): number {
    return this.#known.length
  }

  get entryCount(): number {
    return this.#known.reduce((sum, { record }) => sum + record.count, 0)
  }

  /** Where the remembered ranges stand in a list: whole, unchanged and unbroken, wherever that is. They never overlap. */
  locate<M>(entries: readonly Entry<M>[]): readonly ReductionRange[] {
    if (this.#known.length === 0) return []
    const sums = lengthSums(entries)
    const located: ReductionRange[] = []
    let shift = 0
    for (const known of this.#known) {
      const { count, elided, standIns, at } = known.record
      const from = findPlace(known, entries, placesOf(known.record, sums, shift), located)
      if (from === undefined) {
        known.digest = digestOfKnown(known)
        known.held = null
        continue
      }
      shift = from - at
      const range = { from, count, elided, standIns }
      this.#knownOf.set(range, known)
      located.push(range)
    }
    return located
  }

  /** Puts ranges of a list in the place of all that stand in it. False when they are what is remembered of it already. */
  replace<M>(entries: readonly Entry<M>[], ranges: readonly ReductionRange[]): boolean {
    const located = this.locate(entries)
    const kept = new Map<ReductionRange, KnownRange>()
    for (const range of ranges) {
      const same = located.find((other) => isSameRange(range, other))
      const known = same && this.#knownOf.get(same)
      if (known) kept.set(range, known)
    }
    const isSame = kept.size === ranges.length && located.length === ranges.length
    const replaced = new Set(located.map((range) => this.#knownOf.get(range)))
    const others = this.#known.filter((known) => !replaced.has(known))
    const newest = longest(ranges, this.#maximum).map((range) => kept.get(range) ?? know(entries, range))
    this.#known = [...others, ...newest].slice(-this.#maximum)
    for (const [range, known] of kept) known.record = { ...known.record, at: range.from }
    return !isSame
  }

  /** Forgets located ranges. */
  forget(ranges: readonly ReductionRange[]): void {
    const forgotten = new Set(ranges.map((range) => this.#knownOf.get(range)))
    this.#known = this.#known.filter((known) => !forgotten.has(known))
  }

  clear(): void {
    this.#known = []
  }

  /** Everything that is remembered, to be written down. */
  records(): readonly RangeRecord[] {
    return this.#known.map((known) => ({ ...known.record, digest: digestOfKnown(known) }))
  }

  /** Takes up what was written down; what is remembered by now counts as newer. */
  addRecords(records: readonly RangeRecord[]): void {
    const added = records.map(({ digest, ...record }) => ({ record, digest, held: null }))
    this.#known = [...added, ...this.#known].slice(-this.#maximum)
  }
}

function know<M>(
  entries: readonly Entry<M>[],
  { from, count, elided, standIns }: ReductionRange,
): KnownRange {
  const covered = entries.slice(from, from + count)
  const held = covered.map(contentOf)
  const length = covered.reduce((sum, entry) => sum + contentLength(entry), 0)
  const firstLength = covered[0] ? contentLength(covered[0]) : 0
  return { record: { count, elided, standIns, length, firstLength, at: from }, digest: null, held }
}

function digestOfKnown({ digest, held }: KnownRange): string {
  return digest ?? digestOf(held ?? [])
}

// Small ranges are the ones to do without, in a list that was cut into more of them than are remembered.
function longest(ranges: readonly ReductionRange[], maximum: number): readonly ReductionRange[] {
  if (ranges.length <= maximum) return ranges
  const chosen = new Set([...ranges].sort((left, right) => right.count - left.count).slice(0, maximum))
  return ranges.filter((range) => chosen.has(range))
}

/** For each place the characters before it. */
function lengthSums<M>(entries: readonly Entry<M>[]): readonly number[] {
  const sums = [0]
  for (const entry of entries) sums.push((sums.at(-1) ?? 0) + contentLength(entry))
  return sums
}

/** Places where a range may stand, going by lengths alone; the likeliest one first. */
function* placesOf(
  { at, count, length, firstLength }: KnownRange['record'],
  sums: readonly number[],
  shift: number,
): Generator<number> {
  const fits = (place: number): boolean => {
    const start = sums[place]
    const second = sums[place + 1]
    const end = sums[place + count]
    if (start === undefined || second === undefined || end === undefined) return false
    return end - start === length && second - start === firstLength
  }
  const likely = at + shift
  if (fits(likely)) yield likely
  for (let place = 0; place + count < sums.length; place += 1)
    if (place !== likely && fits(place)) yield place
}

function findPlace<M>(
  known: KnownRange,
  entries: readonly Entry<M>[],
  places: Iterable<number>,
  located: readonly ReductionRange[],
): number | undefined {
  const { count } = known.record
  for (const place of places) {
    const isTaken = located.some((other) => place < other.from + other.count && other.from < place + count)
    if (!isTaken && isAt(known, entries, place)) return place
  }
  return undefined
}

function isAt<M>(known: KnownRange, entries: readonly Entry<M>[], place: number): boolean {
  const covered = entries.slice(place, place + known.record.count)
  if (known.held) return known.held.every((content, index) => isEntry(covered[index], content))
  const contents = covered.map(contentOf)
  if (digestOf(contents) !== known.digest) return false
  known.held = contents
  return true
}

function isEntry<M>(entry: Entry<M> | undefined, content: EntryContent): boolean {
  return entry !== undefined && hasContent(entry, content)
}
