import { type Fields, textOf } from './wire.ts'

/** Which item of a response stood before and behind an item. */
interface Neighbours {
  readonly reasoningBefore: string | undefined
  readonly itemBehind: Fields | undefined
}

/** What the server answered so far: items that requests may refer to, and the signatures of thoughts. */
export class IssuedContent {
  readonly #neighbours = new Map<string, Neighbours>()
  readonly #stored = new Map<string, Fields>()
  readonly #histories = new Map<string, readonly Fields[]>()
  readonly #thoughts = new Map<string, string>()

  /** Remembers a response of the Responses API; `history` is undefined when the request said not to store it. */
  addResponse(id: string, output: readonly Fields[], history: readonly Fields[] | undefined): void {
    output.forEach((item, at) => {
      const before = output[at - 1]
      this.#neighbours.set(textOf(item['id']), {
        reasoningBefore: before?.['type'] === 'reasoning' ? textOf(before['id']) : undefined,
        itemBehind: output[at + 1],
      })
      if (history) this.#stored.set(textOf(item['id']), item)
    })
    if (history) this.#histories.set(id, [...history, ...output])
  }

  addThought(signature: string, text: string): void {
    this.#thoughts.set(signature, text)
  }

  /** Undefined for an item that this server did not issue. */
  neighboursOf(itemId: string): Neighbours | undefined {
    return this.#neighbours.get(itemId)
  }

  storedItem(itemId: string): Fields | undefined {
    return this.#stored.get(itemId)
  }

  /** All items of a stored response: its input and its output. */
  historyOf(responseId: string): readonly Fields[] | undefined {
    return this.#histories.get(responseId)
  }

  /** The text behind a signature; undefined for a signature of another server. */
  thoughtBehind(signature: string): string | undefined {
    return this.#thoughts.get(signature)
  }
}
