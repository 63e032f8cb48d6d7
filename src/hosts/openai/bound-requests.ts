import type { Dialect } from '../../dialects/dialect.ts'
import { isFields } from '../../dialects/fields.ts'
import { openaiChat } from '../../dialects/openai-chat/index.ts'
import { openaiResponses } from '../../dialects/openai-responses/index.ts'
import { isContextOverflow } from '../../dialects/recognise-overflow.ts'
import { SnapshotError } from '../../errors/snapshot-error.ts'
import { admitServerHeld } from '../../run/admit-server-held.ts'
import type { BoundedCall } from '../../run/bounded-call.ts'
import { type Bounds, callThrough, lowersLimit, refuseThrough } from '../../run/call-through.ts'
import { untilAbandoned } from '../until-abandoned.ts'
import type { OwnRunOptions } from './bound-openai-options.ts'
import { findServerHeld } from './find-server-held.ts'
import { measureBody } from './measure-body.ts'
import { type Api, apiOf, bodyWith, listOf } from './model-request.ts'
import { type Answer, type RequestOptions, requestState } from './openai-client.ts'
import { settleResponse } from './settle-response.ts'

/** One try of a request: what it was asked with, and its call. */
interface Try {
  readonly body: unknown
  readonly call: BoundedCall<unknown>
}

/** Bounds the requests of one client and its clones, try by try, and settles what comes of them. */
export class BoundRequests {
  readonly #bounds: Bounds
  readonly #options: OwnRunOptions
  readonly #dialects: Readonly<Record<Api | 'stateless', Dialect<unknown>>>
  // By the options of the try, and by the body that was made for it: that body is what the client tries again with.
  readonly #tries = new WeakMap<object, Try>()

  constructor(bounds: Bounds, options: OwnRunOptions) {
    this.#bounds = bounds
    this.#options = options
    this.#dialects = {
      // They read whatever a list holds, and refuse what is no message.
      chat: openaiChat({ provider: options.provider ?? 'openai' }) as unknown as Dialect<unknown>, // as said
      responses: openaiResponses() as unknown as Dialect<unknown>, // as said
      stateless: openaiResponses({ store: false }) as unknown as Dialect<unknown>, // as said
    }
  }

  /** Whether a request is one that is bounded. */
  isBounded(options: RequestOptions): boolean {
    return apiOf(options) !== undefined
  }

  /** Undoes a try before the next one: its call is released, and its request is the caller's again. */
  async begin(options: RequestOptions): Promise<void> {
    const failed = isFields(options.body) ? this.#tries.get(options.body) : undefined
    if (!failed) return
    await failed.call.release()
    options.body = failed.body
  }

  /**
   * Gives a request the body that goes out.
   *
   * @param asked the body as the caller gave it, which the next try begins with
   */
  async bound(options: RequestOptions, asked: unknown): Promise<void> {
    const api = apiOf(options)
    const { body, signal } = options
    if (!api || !(await this.#isWhole(api, body))) return
    const list = listOf(api, body)
    if (!isFields(body) || !Array.isArray(list)) {
      if (!this.#bounds.isBounding) return
      return refuseThrough(this.#bounds, this.#options, new SnapshotError('notAList'))
    }
    const request = {
      dialect: this.#dialects[api === 'responses' && body['store'] === false ? 'stateless' : api],
      signal: signal ?? undefined,
      overhead: this.#bounds.isBounding ? measureBody(body) : [],
    }
    const call = await callThrough(
      this.#bounds,
      this.#options,
      (run, limitFactor) => run.assemble<unknown>(list, { ...request, limitFactor }),
      options[requestState]?.overflowed,
    )
    const made: Try = { body: asked, call: untilAbandoned(call, signal) }
    this.#tries.set(options, made)
    if (call.messages === list) return
    options.body = bodyWith(api, body, list, call.messages)
    this.#tries.set(options.body as object, made) // just made
  }

  /** What the client gets for a try that was answered. */
  answered(options: RequestOptions, answer: Answer): Answer {
    const made = this.#tries.get(options)
    if (!made) return answer
    if (answer.options !== options) {
      // A later try was answered in its place, and settles its own call.
      void made.call.release()
      return answer
    }
    const { response, controller } = answer
    const type = response.headers.get('content-type') ?? ''
    const streams = options.stream === true || type.startsWith('text/event-stream')
    const settling = settleResponse(response, made.call, { ended: controller.signal, streams })
    return { ...answer, response: settling }
  }

  /** A try came to nothing. Answers whether the list is worth another one, under a lower limit. */
  async failed(options: RequestOptions, error: unknown): Promise<boolean> {
    const made = this.#tries.get(options)
    const state = options[requestState]
    const overflow =
      made !== undefined &&
      lowersLimit(this.#bounds, this.#options) &&
      options.signal?.aborted !== true &&
      isContextOverflow(error)
    await made?.call.release({ overflow })
    if (!overflow || !state || state.overflowed) return false
    state.overflowed = true
    return true
  }

  /** Whether all that the model will read is in the request, or else whether that is refused or reported. */
  async #isWhole(api: Api, body: unknown): Promise<boolean> {
    const held =
      api === 'responses' && this.#bounds.isBounding && isFields(body) ? findServerHeld(body) : undefined
    if (held) await admitServerHeld(this.#bounds, this.#options, held)
    return !held
  }
}
