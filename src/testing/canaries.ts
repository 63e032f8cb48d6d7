interface Found {
  readonly path: string
  readonly value: unknown
}

/** Texts to plant wherever content can be, and a search for them wherever it must not be. */
export class Canaries {
  readonly #mark: string
  readonly #places = new Set<string>()

  /** @param mark the word that every planted text contains, and nothing else does */
  constructor(mark = 'kanarie') {
    this.#mark = mark
  }

  /** A text to plant, which tells where it was planted. */
  plant(place: string): string {
    this.#places.add(place)
    return `${this.#mark}-${place}`
  }

  /** Where texts were planted. */
  get places(): ReadonlySet<string> {
    return this.#places
  }

  /**
   * Paths to every planted text that can be reached from a value: through own properties, hidden ones and symbols
   * included, getters of classes, entries of maps and sets, and binary data. Nothing is called but getters.
   *
   * @param skip names of properties that are not followed
   */
  find(root: unknown, skip: readonly string[] = []): string[] {
    const seen = new Set<unknown>()
    const waiting: Found[] = [{ path: '$', value: root }]
    const hits: string[] = []
    for (const { path, value } of waiting) {
      if (this.#isMarked(value)) hits.push(path)
      if ((typeof value !== 'object' && typeof value !== 'function') || value === null) continue
      if (seen.has(value)) continue
      seen.add(value)
      for (const part of partsOf(value, path)) if (!skip.includes(part.name)) waiting.push(part)
    }
    return hits
  }

  #isMarked(value: unknown): boolean {
    if (typeof value === 'string') return value.includes(this.#mark)
    if (typeof value === 'symbol') return String(value).includes(this.#mark)
    return (
      ArrayBuffer.isView(value) &&
      Buffer.from(value.buffer, value.byteOffset, value.byteLength).includes(this.#mark)
    )
  }
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
