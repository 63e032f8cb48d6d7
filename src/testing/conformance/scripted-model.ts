/** How the model ends a call. */
export type ModelTurn = 'answer' | 'fail' | 'wait'

/** The model behind a seam: it notes what it is sent, and answers as the test says. */
export interface ScriptedModel<M> {
  /** Answers at once, in full. */
  generate(messages: readonly M[], options?: ModelCallOptions): Promise<string>
  /** Answers in two pieces. */
  stream(messages: readonly M[], options?: ModelCallOptions): AsyncGenerator<string, void, undefined>
}

/** Options of one call of the model. */
export interface ModelCallOptions {
  readonly signal?: AbortSignal | undefined
}

/** A scripted model, and what came to it. */
export class WatchedModel<M> implements ScriptedModel<M> {
  /** The list of each call, in order. */
  readonly sent: (readonly M[])[] = []
  /** Resolves when a call waits. */
  readonly reached: Promise<void>
  /** How the next calls end; the last of them stays. */
  turns: ModelTurn[] = ['answer']
  #reach: () => void = () => {}

  constructor() {
    this.reached = new Promise((resolve) => {
      this.#reach = resolve
    })
  }

  async generate(messages: readonly M[], options: ModelCallOptions = {}): Promise<string> {
    await this.#begin(messages, options)
    return modelAnswer.join('')
  }

  async *stream(
    messages: readonly M[],
    options: ModelCallOptions = {},
  ): AsyncGenerator<string, void, undefined> {
    await this.#begin(messages, options)
    yield* modelAnswer
  }

  async #begin(messages: readonly M[], { signal }: ModelCallOptions): Promise<void> {
    signal?.throwIfAborted()
    this.sent.push([...messages])
    const turn = this.turns.length > 1 ? this.turns.shift() : this.turns[0]
    if (turn === 'fail') throw new ModelFailure()
    if (turn !== 'wait') return
    this.#reach()
    await new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
  }
}

/** What the scripted model says, in pieces. */
export const modelAnswer = ['It is', ' done.'] as const

/** What a failing provider call ends with. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure'

  constructor() {
    super('the scripted model fails')
  }
}
