/** What the command reads from and writes to, so that it runs in a test as it runs in a terminal. */
export interface CommandIo {
  readonly input: AsyncIterable<Uint8Array>
  /** Whether the input is a keyboard: nothing is read from it then. */
  readonly isInputTerminal: boolean
  /**
   * Resolves when the text is handed on; rejects with `OutputClosed` when nobody reads any more.
   */
  writeOutput(text: string): Promise<void>
  writeError(text: string): void
  /** Whether a person sees what is written to the error stream: only then progress is shown. */
  readonly isErrorTerminal: boolean
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
}

/** The reader of the output is gone, as with `| head`. The command then ends without a word. */
export class OutputClosed extends Error {
  constructor() {
    super('The output is closed')
    this.name = 'OutputClosed'
  }
}
