import type { Fields } from '../../dialects/fields.ts'
import { type LangChainMessage, langchain } from '../../dialects/langchain/index.ts'
import { isContextOverflow } from '../../dialects/recognise-overflow.ts'
import type { BoundedCall } from '../../run/bounded-call.ts'
import { type Bounds, callThrough, lowersLimit } from '../../run/call-through.ts'
import { untilAbandoned } from '../until-abandoned.ts'
import type { OwnRunOptions } from './bound-langchain-options.ts'
import { coerceMessages } from './coerce-messages.ts'
import { providerOf } from './provider-of.ts'

/** What a seam knows of a call that it is to bound. */
export interface Sending {
  readonly model: Fields | undefined
  readonly messages: readonly LangChainMessage[]
  readonly callOptions: Fields
  readonly signal: AbortSignal | undefined
  readonly overhead: readonly string[]
}

/** A call that was assembled, and the list to send: an array of its own, of the framework's classes. */
export interface OpenSending {
  readonly call: BoundedCall<LangChainMessage>
  readonly messages: LangChainMessage[]
}

/** Bounds the calls of one seam. */
export class BoundedSending {
  readonly #bounds: Bounds
  readonly #options: OwnRunOptions

  constructor(bounds: Bounds, options: OwnRunOptions) {
    this.#bounds = bounds
    this.#options = options
  }

  /** Assembles a call. Whoever opened it settles it. */
  async open(sending: Sending, isBehindOverflow: boolean): Promise<OpenSending> {
    const { model, signal, overhead, callOptions } = sending
    const dialect = langchain({ provider: this.#options.provider ?? providerOf(model, callOptions) })
    const call = await callThrough(
      this.#bounds,
      this.#options,
      (run, limitFactor) =>
        run.assemble<LangChainMessage>(sending.messages, { dialect, limitFactor, signal, overhead }),
      isBehindOverflow,
    )
    return { call: untilAbandoned(call, signal), messages: coerceMessages(model, call.messages) }
  }

  /** Releases a call that came to nothing. Answers whether its list is worth another try, under a lower limit. */
  async failed({ call }: OpenSending, { signal }: Sending, error: unknown): Promise<boolean> {
    const mayLower = lowersLimit(this.#bounds, this.#options) && signal?.aborted !== true
    const overflow = mayLower && isContextOverflow(error)
    await call.release({ overflow })
    return overflow
  }
}
