/** One JSON object of a request. Nothing of it is trusted: every reader answers with something for every value. */
export type Fields = Readonly<Record<string, unknown>>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

/** The elements of an array as objects, in their places; empty for anything else. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The first answer that is not undefined, over the elements in order. */
export function firstOf<T, R>(
  items: readonly T[],
  answer: (item: T, at: number) => R | undefined,
): R | undefined {
  for (const [at, item] of items.entries()) {
    const found = answer(item, at)
    if (found !== undefined) return found
  }
  return undefined
}
