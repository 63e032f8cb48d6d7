import type { Draft } from '../../machines/assembly/assembly.ports.ts'
import type { AssemblyState } from './assembly-state.ts'

/** What a step made. It travels through the chart in an event, so its content is out of reach of whoever prints that. */
export class SealedDraft<M> implements Draft {
  readonly epoch: number
  readonly #change: Partial<AssemblyState<M>>

  constructor(epoch: number, change: Partial<AssemblyState<M>>) {
    this.epoch = epoch
    this.#change = change
    Object.freeze(this)
  }

  /** The change that a draft of ours holds; undefined for any other object. */
  static open<M>(draft: Draft): Partial<AssemblyState<M>> | undefined {
    return #change in (draft as SealedDraft<M>) ? (draft as SealedDraft<M>).#change : undefined // the brand check is the test
  }

  toJSON(): { readonly epoch: number } {
    return { epoch: this.epoch }
  }
}
