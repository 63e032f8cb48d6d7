/** The word that every planted text contains, and nothing of ours does. */
const mark = 'kanarie'

/** Where texts were planted. */
export const plantedPlaces = new Set<string>()

/** A text to plant, which tells where it was planted. */
export function canary(place: string): string {
  plantedPlaces.add(place)
  return `${mark}-${place}`
}

interface Found {
  readonly path: string
  readonly value: unknown
}

/**
 * Paths to every planted text that can be reached from a value: through own properties, hidden ones and symbols included,
 * getters of classes, entries of maps and sets, and binary data. Nothing is called but getters, and each object is looked
 * at once.
 *
 * @param skip names of properties that are not followed
 */
export function findCanaries(root: unknown, skip: readonly string[] = []): string[] {
  const seen = new Set<unknown>()
  const waiting: Found[] = [{ path: '$', value: root }]
  const hits: string[] = []
  for (const { path, value } of waiting) {
    if (holdsMark(value)) hits.push(path)
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value))
      continue
    seen.add(value)
    for (const part of partsOf(value, path)) if (!skip.includes(part.name)) waiting.push(part)
  }
  return hits
}

/** Whether a text, a symbol or binary data holds the mark. */
function holdsMark(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(mark)
  if (typeof value === 'symbol') return String(value).includes(mark)
  return (
    ArrayBuffer.isView(value) && Buffer.from(value.buffer, value.byteOffset, value.byteLength).includes(mark)
  )
}

function partsOf(value: object, path: string): (Found & { readonly name: string })[] {
  const parts: (Found & { readonly name: string })[] = []
  const add = (name: string, part: unknown): void => {
    parts.push({ name, path: `${path}.${name}`, value: part })
  }
  if (value instanceof Map) {
    for (const [key, item] of value) {
      add('<key>', key)
      add('<value>', item)
    }
  } else if (value instanceof Set) for (const item of value) add('<item>', item)
  if (ArrayBuffer.isView(value)) return parts
  for (const key of keysOf(value)) {
    const name = String(key)
    add(`<name of ${name}>`, key)
    add(name, read(value, key))
  }
  return parts
}

// Own keys, and those of getters that its classes have.
function keysOf(value: object): Set<string | symbol> {
  const keys = new Set(Reflect.ownKeys(value))
  let prototype: object | null = Object.getPrototypeOf(value)
  while (prototype && prototype !== Object.prototype && prototype !== Function.prototype) {
    for (const [key, { get }] of Object.entries(Object.getOwnPropertyDescriptors(prototype)))
      if (get) keys.add(key)
    prototype = Object.getPrototypeOf(prototype)
  }
  return keys
}

function read(value: object, key: string | symbol): unknown {
  try {
    return Reflect.get(value, key)
  } catch (error) {
    return error
  }
}
