import { StructureReader } from '../context/list-structure.ts'
import type { SizeEstimator } from '../context/measure.ts'
import { UnitReader } from '../context/reduction-units.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { KnownList } from './known-list.ts'
import { WitnessTaker } from './message-witness.ts'

/**
 * What a run knows of the list of its last call, so that the next one costs little more than what is new in it. Every
 * message is looked at again; what is as it was is not read, measured, paired and grouped anew. One list at most.
 */
export class CallMemo {
  /** Of messages of any shape: a call may have a dialect of its own. */
  #list: KnownList<never> | null = null
  #isClosed = false
  readonly #structures = new StructureReader()
  readonly #units = new UnitReader()
  readonly #witnesses = new WitnessTaker()

  /** @param closing aborted when the run is closed: then all content is let go of, and none is taken up any more */
  constructor(closing?: AbortSignal) {
    closing?.addEventListener('abort', () => this.#close(), { once: true })
  }

  get structures(): StructureReader {
    return this.#structures
  }

  get units(): UnitReader {
    return this.#units
  }

  get witnesses(): WitnessTaker {
    return this.#witnesses
  }

  /** The list of the last call, if this dialect read it and this estimator measured it; else an empty one in its place. */
  listFor<M>(dialect: Dialect<M>, estimator: SizeEstimator): KnownList<M> {
    const last: unknown = this.#list
    if (this.#list?.isOf(dialect, estimator)) return last as KnownList<M> // what one dialect reads is of one shape
    const list = new KnownList(dialect, estimator)
    if (!this.#isClosed) this.#list = list as unknown as KnownList<never> // handed out to that dialect, and no other
    return list
  }

  // Whoever holds a run that is closed holds no content by it.
  #close(): void {
    this.#isClosed = true
    this.#list = null
    this.#structures.clear()
    this.#units.clear()
    this.#witnesses.clear()
  }

  toJSON(): string {
    return '[call memo]'
  }
}
