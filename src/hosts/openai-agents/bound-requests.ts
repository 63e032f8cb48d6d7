import { type OpenAIAgentsItem, openaiAgents } from '../../dialects/openai-agents/index.ts'
import { isContextOverflow } from '../../dialects/recognise-overflow.ts'
import { CompositionError } from '../../errors/composition-error.ts'
import { admitServerHeld } from '../../run/admit-server-held.ts'
import type { BoundedCall } from '../../run/bounded-call.ts'
import { type Bounds, callThrough, lowersLimit, refuseThrough } from '../../run/call-through.ts'
import { boundMark } from '../bound-mark.ts'
import { untilAbandoned } from '../until-abandoned.ts'
import type { ModelRequest } from './agents-model.ts'
import type { OwnRunOptions } from './bound-agents-options.ts'
import { findServerHeld } from './find-server-held.ts'
import { measureRequest } from './measure-request.ts'
import { usageOf } from './usage-of.ts'

/** One try: the request that goes out, and its call; no call where the request goes by as it is. */
export interface Try {
  readonly request: ModelRequest
  readonly call: BoundedCall<OpenAIAgentsItem> | undefined
}

/** Bounds the requests of models, whatever way they are answered. */
export class BoundRequests {
  readonly #bounds: Bounds
  readonly #options: OwnRunOptions
  readonly #dialect

  constructor(bounds: Bounds, options: OwnRunOptions) {
    this.#bounds = bounds
    this.#options = options
    this.#dialect = openaiAgents(options.api ? { api: options.api } : {})
  }

  /**
   * Assembles the list of a request.
   *
   * @param isBehindOverflow whether the provider found the list of the try before too long
   */
  async open(request: ModelRequest, isBehindOverflow: boolean): Promise<Try> {
    const bounds = this.#bounds
    if (!bounds.isBounding) return { request, call: undefined }
    // A decorator between two bounds hands the mark on, as it hands on whatever else it doesn't know.
    if (boundMark in request)
      return refuseThrough(bounds, this.#options, new CompositionError('alreadyWrapped'))
    const held = findServerHeld(request)
    if (held) {
      await admitServerHeld(bounds, this.#options, held)
      return { request, call: undefined }
    }
    const { input, signal } = request
    const list = typeof input === 'string' ? [this.#dialect.userText(input)] : input
    const overhead = measureRequest(request)
    const call = await callThrough(
      bounds,
      this.#options,
      (run, limitFactor) => run.assemble(list, { dialect: this.#dialect, signal, overhead, limitFactor }),
      isBehindOverflow,
    )
    return { request: sentRequest(request, list, call.messages), call: untilAbandoned(call, signal) }
  }

  /** Commits the call of a try. A stream that is aborted may end as if the answer were complete. */
  async answered({ request, call }: Try, response?: unknown): Promise<void> {
    if (request.signal?.aborted) await call?.release()
    else await call?.commit({ usage: usageOf(response) })
  }

  /** Whether a failed try is worth another one with less; its call is released. */
  async failed({ request, call }: Try, error: unknown): Promise<boolean> {
    const mayLower = lowersLimit(this.#bounds, this.#options) && request.signal?.aborted !== true
    const overflow = call !== undefined && mayLower && isContextOverflow(error)
    await call?.release({ overflow })
    return overflow
  }
}

// A list of its own: ours is frozen, and a model may expect to own what it is given.
function sentRequest(
  request: ModelRequest,
  list: readonly OpenAIAgentsItem[],
  sent: readonly OpenAIAgentsItem[],
): ModelRequest {
  const isWhole = sent.length === list.length && sent.every((item, index) => item === list[index])
  const input = isWhole && typeof request.input === 'string' ? request.input : [...sent]
  const bound = { ...request, input }
  return Object.assign(bound, { [boundMark]: true })
}
