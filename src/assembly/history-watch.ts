import type { Awaitable, RecheckedFacts } from '../../machines/assembly/assembly.ports.ts'
import type { Entry } from '../context/entry.ts'
import { andThen } from './and-then.ts'
import type { AssemblyState } from './assembly-state.ts'
import type { EntryMaker } from './entry-maker.ts'
import { type Capture, isSameCapture, recaptureHistory } from './history.ts'
import type { WorkbenchInput } from './workbench-input.ts'

/** Looks at the host's history again, to tell whether what was captured still counts. */
export class HistoryWatch<M> {
  readonly #input: Pick<WorkbenchInput<M>, 'history' | 'desk'>
  readonly #maker: EntryMaker<M>
  readonly #sizeOf: (entries: readonly Entry<M>[]) => number
  /** Others had the word since the capture: what the host holds may have been edited in place. */
  #waited = false
  #newest: readonly Entry<M>[] | null = null

  constructor(
    input: Pick<WorkbenchInput<M>, 'history' | 'desk'>,
    maker: EntryMaker<M>,
    sizeOf: (entries: readonly Entry<M>[]) => number,
  ) {
    this.#input = input
    this.#maker = maker
    this.#sizeOf = sizeOf
  }

  /** The newest messages, where they are not those of the snapshot; null as long as no change was seen. */
  get newest(): readonly Entry<M>[] | null {
    return this.#newest
  }

  /** Begins anew with a capture. */
  begin(waited: boolean): void {
    this.#waited = waited
  }

  /** Notes that others get the word. */
  noteWait(): void {
    this.#waited = true
  }

  /** Whether the history shows the same list, and whether a body that another call held is free now. */
  recheck({ capture, candidate, withheld }: AssemblyState<M>): Awaitable<RecheckedFacts> {
    const { history, desk } = this.#input
    return andThen(recaptureHistory(history, capture), (newest): Awaitable<RecheckedFacts> => {
      if (!isSameCapture(capture, newest)) return this.#changed(newest)
      const fresh: RecheckedFacts = { staleness: 'none', newestSize: this.#sizeOf(candidate) }
      if (withheld.length === 0) return fresh
      return andThen(desk.anyFree(withheld), (free) => (free ? { ...fresh, staleness: 'lease' } : fresh))
    })
  }

  /**
   * The same, and whether a message was edited in place where others had the word. Also one that was left out or derived
   * from: either was made of what the message held.
   */
  lookAgain(state: AssemblyState<M>): Awaitable<RecheckedFacts> {
    return andThen(this.recheck(state), (facts) => {
      if (facts.staleness === 'version' || !this.#waited) return facts
      return state.read.some((entry) => this.#maker.isEdited(entry)) ? this.#changed(state.capture) : facts
    })
  }

  #changed(newest: Capture<M>): RecheckedFacts {
    const entries = this.#maker.originals(newest.messages)
    this.#newest = entries
    return { staleness: 'version', newestSize: this.#sizeOf(entries) }
  }
}
