/**
 * Remembers everything that can be reached from a value through own properties, without calling a getter, and tells
 * whether all of it is still the same.
 */
export function watchValue(root: unknown): () => boolean {
  const before = describeAll(root)
  return () => {
    const after = describeAll(root)
    return before.length === after.length && before.every((part, place) => Object.is(part, after[place]))
  }
}

function describeAll(root: unknown): readonly unknown[] {
  const parts: unknown[] = []
  const seen = new Set<unknown>([root])
  for (const value of seen) {
    parts.push(value)
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null) continue
    for (const part of propertiesOf(value)) addProperty(part, parts, seen)
    parts.push(...contentOf(value))
  }
  return parts
}

function addProperty([key, property]: Property, parts: unknown[], seen: Set<unknown>): void {
  const { value, get, set, writable, enumerable, configurable } = property
  parts.push(key, value, get, set, writable, enumerable, configurable)
  seen.add(value)
}

type Property = readonly [key: string | symbol, property: PropertyDescriptor]

function propertiesOf(value: object): readonly Property[] {
  try {
    return Reflect.ownKeys(value).map((key) => [key, Object.getOwnPropertyDescriptor(value, key) ?? {}])
  } catch {
    // A proxy that lets nobody look.
    return []
  }
}

// What a value of a built-in class holds beside its properties.
function contentOf(value: object): readonly unknown[] {
  try {
    if (value instanceof Map || value instanceof Set) return [...value].flat()
    return value instanceof ArrayBuffer ? [Buffer.from(value).toString('base64')] : []
  } catch {
    return []
  }
}
