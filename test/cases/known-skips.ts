const numbers = [
  ...[
    1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 17, 18, 20, 21, 23, 24, 26, 27, 29, 31, 32, 34, 35, 36, 38, 40,
  ],
  ...[42, 43, 45, 46, 48, 49, 51, 53, 55, 57, 58, 59, 61, 63, 65, 67, 71, 72, 73, 75, 76, 77, 79, 81, 83, 84],
  ...[85, 87],
]

/** Ids of the shared cases that were there when the runner was written. Others may be added. */
export const knownIds: ReadonlySet<string> = new Set(
  numbers.map((number) => `B${String(number).padStart(2, '0')}`),
)

/** Known cases that are not run yet. This list only shrinks. */
export const knownSkips: readonly string[] = []

/** Where the design asks for another outcome than a known case does. `judge-outcome.ts` tells why. */
export const knownDeviations: readonly string[] = [
  'B06: rejected but fits',
  'B61: rejected but fits',
  'B61: replayed in its stead',
]
