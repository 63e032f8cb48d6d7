/** Freezes a value and everything in it: whoever edits it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  for (const field of Object.values(value)) deepFreeze(field)
  return value
}
