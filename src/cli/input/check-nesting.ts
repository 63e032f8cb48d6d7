const deepestNesting = 500

/** Whether a value is nested deeper than anything that a model is sent; such a value can't be encoded either. */
export function isNestedTooDeep(value: unknown): boolean {
  let level: object[] = typeof value === 'object' && value !== null ? [value] : []
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepestNesting) return true
    level = level.flatMap((holder) =>
      Object.values(holder).filter((inner): inner is object => typeof inner === 'object' && inner !== null),
    )
  }
  return false
}
