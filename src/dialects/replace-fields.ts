/** A new object of the same class with the same fields, some of them replaced. The given one is left alone. */
export function replaceFields<T extends object>(original: T, changes: object): T {
  return Object.assign(Object.create(Object.getPrototypeOf(original)), original, changes)
}
