/** How much of what is sent repeats the beginning of what was sent before: what a provider's prompt cache can use. */
export class CommonPrefix {
  readonly #bytesOf = new WeakMap<object, number>()
  #before: readonly object[] | undefined
  #shared = 0
  #all = 0

  /** Share of the bytes since the second list that stood at the same place before; null as long as there is no second. */
  get share(): number | null {
    return this.#all === 0 ? null : this.#shared / this.#all
  }

  add(list: readonly object[]): void {
    const before = this.#before
    this.#before = list
    if (!before) return
    let isCommon = true
    list.forEach((message, at) => {
      const bytes = this.#bytes(message)
      isCommon &&= this.#isSame(message, before[at])
      this.#all += bytes
      if (isCommon) this.#shared += bytes
    })
  }

  // Derived messages are made anew for each call.
  #isSame(message: object, other: object | undefined): boolean {
    if (message === other) return true
    if (other === undefined || this.#bytes(message) !== this.#bytes(other)) return false
    return JSON.stringify(message) === JSON.stringify(other)
  }

  #bytes(message: object): number {
    const known = this.#bytesOf.get(message)
    if (known !== undefined) return known
    const bytes = Buffer.byteLength(JSON.stringify(message))
    this.#bytesOf.set(message, bytes)
    return bytes
  }
}
