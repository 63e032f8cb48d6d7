/** The smallest of the values that at least this share of them does not exceed. At least one value; 0 < share <= 1. */
export function upperQuantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((left, right) => left - right)
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN
}
