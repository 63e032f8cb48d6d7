/** A map that forgets what was least recently used once the weights of its entries add up to more than `capacity`. */
export class BoundedMap<V> {
  readonly #values = new Map<string, V>()
  readonly #capacity: number
  readonly #weigh: (key: string) => number
  #weight = 0

  /** `weigh` gives an entry's weight from its key; above 0. */
  constructor(capacity: number, weigh: (key: string) => number) {
    this.#capacity = capacity
    this.#weigh = weigh
  }

  get weight(): number {
    return this.#weight
  }

  get(key: string): V | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  /** Keeps a value; one that is heavier than the whole capacity is not kept. */
  set(key: string, value: V): void {
    const weight = this.#weigh(key)
    if (weight > this.#capacity) return
    if (this.#values.delete(key)) this.#weight -= weight
    this.#values.set(key, value)
    this.#weight += weight
    for (const oldest of this.#values.keys()) {
      if (this.#weight <= this.#capacity) return
      this.#values.delete(oldest)
      this.#weight -= this.#weigh(oldest)
    }
  }
}
