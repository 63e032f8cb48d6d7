/**
 * A new object of the same class with the same fields, some of them replaced. The given one is left alone, and none of its
 * accessors runs.
 */
export function replaceFields<T extends object>(original: T, changes: object): T {
  return Object.create(Object.getPrototypeOf(original), {
    ...Object.getOwnPropertyDescriptors(original),
    ...Object.getOwnPropertyDescriptors(changes),
  })
}
