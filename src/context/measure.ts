import type { EntryKind } from './entry.ts'
import type { Piece, Role } from './reading.ts'

/** What an estimator is shown of one entry. */
export interface MeasuredContent {
  readonly role: Role
  readonly pieces: readonly Piece[]
}

/** Tells how large content is. Deterministic: the same content always has the same size. */
export interface SizeEstimator {
  /** `utf8Bytes`, `estimatedTokens` (for estimators of tokens only), or the estimator's own label. */
  readonly unit: string
  /** A non-negative safe integer in the unit. */
  estimate(content: MeasuredContent): number
  /** The estimator as it is now, for one assembly: what it learns meanwhile doesn't change the answer. */
  freeze?(): SizeEstimator
  /** Learns from a call that was measured with it. Must not throw. */
  observe?(usage: { readonly estimated: number; readonly reported: number | undefined }): unknown
}

/**
 * The default estimator: UTF-8 bytes of the rendered content, files at their base64 length, no role and no framing.
 * Source: seed, "Sizes are UTF-8 bytes of rendered message content".
 */
export const utf8Bytes: SizeEstimator = Object.freeze({
  unit: 'utf8Bytes',
  estimate({ pieces }: MeasuredContent): number {
    let bytes = 0
    for (const piece of pieces) {
      bytes += piece.type === 'file' ? piece.base64Length : Buffer.byteLength(piece.text, 'utf8')
    }
    return bytes
  },
})

/** Where a part of a list's size comes from: an entry's kind, or what the request carries beside the messages. */
export type SizeCategory = EntryKind | 'requestOverhead'

/** Size and number of the entries of one category. */
export interface CategoryContribution {
  readonly category: SizeCategory
  readonly size: number
  readonly entryCount: number
}

interface Sized {
  readonly kind: EntryKind
  readonly size: number
  readonly body: CarriedSize | null
}

interface CarriedSize {
  readonly size: number
  readonly without?: { readonly body: CarriedSize | null } | null
}

function sizesOf(body: CarriedSize | null): readonly CarriedSize[] {
  if (!body) return []
  return [body, ...sizesOf(body.without?.body ?? null)]
}

/** Sum of the entries' sizes, without overhead. */
export function sumSizes(entries: Iterable<{ readonly size: number }>): number {
  let sum = 0
  for (const entry of entries) sum += entry.size
  return sum
}

/** Sizes by category, in the order of first appearance; they add up to the list's size with its overhead. */
export function contributionsByCategory(
  entries: Iterable<Sized>,
  overhead: number,
): readonly CategoryContribution[] {
  const contributions = new Map<SizeCategory, { size: number; entryCount: number }>()
  const add = (category: SizeCategory, size: number, entryCount: number): void => {
    const sum = contributions.get(category)
    if (sum) {
      sum.size += size
      sum.entryCount += entryCount
    } else contributions.set(category, { size, entryCount })
  }
  for (const { kind, size, body } of entries) {
    const bodies = kind === 'recoverableSegment' ? [] : sizesOf(body)
    add(kind, size - sumSizes(bodies), 1)
    for (const { size: bodySize } of bodies) add('recoverableSegment', bodySize, 1)
  }
  if (overhead > 0) add('requestOverhead', overhead, 0)
  return [...contributions].map(([category, sum]) => Object.freeze({ category, ...sum }))
}
