import { type GeminiContent, gemini } from '../../dialects/gemini/index.ts'
import { isContextOverflow } from '../../dialects/recognise-overflow.ts'
import { replaceFields } from '../../dialects/replace-fields.ts'
import { CompositionError } from '../../errors/composition-error.ts'
import { admitServerHeld } from '../../run/admit-server-held.ts'
import type { BoundedCall } from '../../run/bounded-call.ts'
import { callThrough, lowersLimit } from '../../run/call-through.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import { boundMark } from '../bound-mark.ts'
import { untilAbandoned } from '../until-abandoned.ts'
import type { AdkLlm, LlmRequest } from './adk-llm.ts'
import type { BoundLlmOptions, OwnRunOptions } from './bound-llm-options.ts'
import { findServerHeld } from './find-server-held.ts'
import { measureRequest } from './measure-request.ts'
import { watchResponses } from './watch-responses.ts'

const dialect = gemini()

/**
 * The same LLM, every call of which is bounded: what it is sent is within the hard limit, or it is sent nothing and ADK
 * hears our error, which it turns into an event. Give the result to an `LlmAgent` wherever the LLM would stand; it is an
 * instance of the same classes. Live connections go by.
 *
 * With a run, the calls share its leases and memory; with a plimsoll, each call gets a run of its own. The request is
 * never edited: a copy with the bounded contents is sent. A call is committed when its whole answer has come.
 *
 * @throws CompositionError when it is a model's name (`unsupportedModel`) or is bounded already (`alreadyWrapped`)
 * @example
 * const agent = new LlmAgent({ name, instruction, tools, model: boundLlm(new Gemini({ model: 'gemini-2.5-pro' }), run) })
 */
export function boundLlm<L extends AdkLlm>(llm: L, run: Run<unknown>, options?: BoundLlmOptions): L
export function boundLlm<L extends AdkLlm>(llm: L, plimsoll: Plimsoll<unknown>, options?: OwnRunOptions): L
export function boundLlm<L extends AdkLlm>(
  llm: L,
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions = {},
): L {
  if (!isLlm(llm)) throw new CompositionError('unsupportedModel')
  if (boundMark in llm) throw new CompositionError('alreadyWrapped')
  const bound: L = Object.create(llm)
  Object.defineProperty(bound, boundMark, { value: true })
  for (const [name, value] of Object.entries({ generateContentAsync: generate, connect })) {
    Object.defineProperty(bound, name, { value, configurable: true, writable: true })
  }
  return bound

  async function* generate(
    request: LlmRequest,
    stream = false,
    signal?: AbortSignal,
  ): AsyncGenerator<object> {
    if (await passes(request)) {
      yield* ask(request, stream, signal)
      return
    }
    for (let isBehindOverflow = false; ; isBehindOverflow = true) {
      const call = untilAbandoned(await open(request, signal, isBehindOverflow), signal)
      let hasBegun = false
      try {
        const sent = replaceFields(request, { contents: [...call.messages] })
        for await (const response of watchResponses(ask(sent, stream, signal), call, stream, signal)) {
          hasBegun = true
          yield response
        }
        return
      } catch (error) {
        const mayLower = lowersLimit(bounds, options) && !hasBegun && signal?.aborted !== true
        const overflow = mayLower && isContextOverflow(error)
        await call.release({ overflow })
        if (!overflow || isBehindOverflow) throw error
      } finally {
        // For a reader who broke off; else it is settled.
        await call.release()
      }
    }
  }

  /** Whether a request goes by as it is: nothing bounds, or the server holds a part of it. */
  async function passes(request: LlmRequest): Promise<boolean> {
    if (!bounds.isBounding) return true
    const held = findServerHeld(request)
    if (held) await admitServerHeld(bounds, options, held)
    return held !== undefined
  }

  function open(
    request: LlmRequest,
    signal: AbortSignal | undefined,
    isBehindOverflow: boolean,
  ): Promise<BoundedCall<GeminiContent>> {
    const overhead = measureRequest(llm, request)
    return callThrough(
      bounds,
      options,
      (run, limitFactor) => run.assemble(request.contents, { dialect, signal, overhead, limitFactor }),
      isBehindOverflow,
    )
  }

  // This and the next on the LLM itself, whose private fields the bounded one doesn't have.
  function connect(request: never): unknown {
    return llm.connect(request)
  }

  function ask(request: LlmRequest, stream: boolean, signal?: AbortSignal): AsyncIterable<object> {
    return llm.generateContentAsync(request as never, stream, signal) // as the caller's, but for its contents
  }
}

function isLlm(value: unknown): value is AdkLlm {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'generateContentAsync') === 'function' &&
    typeof Reflect.get(value, 'maybeAppendUserContent') === 'function'
  )
}
