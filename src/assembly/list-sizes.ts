import type { Entry } from '../context/entry.ts'
import { sumSizes } from '../context/measure.ts'

/** Sums of lists of entries, each added up once: what a workbench holds is never edited. */
export class ListSizes {
  readonly #sums = new WeakMap<readonly Entry<never>[], number>()

  /** Sum of the entries' sizes, without overhead. */
  of<M>(entries: readonly Entry<M>[]): number {
    const list = entries as readonly Entry<never>[] // only its identity counts
    const sum = this.#sums.get(list) ?? sumSizes(list)
    this.#sums.set(list, sum)
    return sum
  }
}
