import type { AssemblyBounds } from '../../../machines/index.ts'

/** How large a list is, as far as the chart can tell. */
export type SizeClass = 'withinThreshold' | 'withinLimit' | 'aboveLimit'

type Limits = Pick<AssemblyBounds, 'hardLimit' | 'threshold'>

export function sizeClassOf(size: number, { hardLimit, threshold }: Limits): SizeClass {
  if (size <= threshold) return 'withinThreshold'
  return size <= hardLimit ? 'withinLimit' : 'aboveLimit'
}

/** A size of each class that the bounds have room for, the smallest first. */
export function sizesOf(limits: Limits): readonly number[] {
  const { hardLimit, threshold } = limits
  const middle = Math.ceil((threshold + hardLimit) / 2)
  return [
    Math.floor(threshold * 0.625),
    ...(sizeClassOf(middle, limits) === 'withinLimit' ? [middle] : []),
    Math.ceil(hardLimit * 1.5),
  ]
}

/** What the newest list measures where the history changed. */
export function newestSizeOf({ threshold }: Limits): number {
  return Math.floor(threshold * 0.875)
}
