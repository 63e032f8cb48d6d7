/**
 * The largest whole number from `least` to `most` that holds, found by halving: what holds for a number holds for every
 * smaller one. `least` when none does.
 */
export function largestThat(least: number, most: number, holds: (tried: number) => boolean): number {
  let low = least
  let high = most
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}
