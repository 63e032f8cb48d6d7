import type { CommandIo } from '../command-io.ts'

const quietMs = 1_000
const pauseMs = 100

/** Tells how far a long replay is, in one line that a terminal shows and that is wiped at the end. */
export class Progress {
  readonly #io: CommandIo
  readonly #start = Date.now()
  #last = 0
  #isShown = false

  constructor(io: CommandIo) {
    this.#io = io
  }

  /** Says nothing in the first second, and nothing at all where no person looks. */
  tell(done: number, all: number): void {
    const now = Date.now()
    if (!this.#io.isErrorTerminal || now - this.#start < quietMs || now - this.#last < pauseMs) return
    this.#last = now
    this.#isShown = true
    this.#io.writeError(`\r\u001b[Kcall ${done} of ${all}`)
  }

  clear(): void {
    if (this.#isShown) this.#io.writeError('\r\u001b[K')
    this.#isShown = false
  }
}
