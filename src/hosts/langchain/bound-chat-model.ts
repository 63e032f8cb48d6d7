import { type Fields, isFields } from '../../dialects/fields.ts'
import type { LangChainMessage } from '../../dialects/langchain/index.ts'
import { CompositionError } from '../../errors/composition-error.ts'
import { admitServerHeld } from '../../run/admit-server-held.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import type { CallUsage } from '../../run/run-options.ts'
import { boundMark } from '../bound-mark.ts'
import type { BoundLangChainOptions, OwnRunOptions } from './bound-langchain-options.ts'
import { BoundedSending, type OpenSending, type Sending } from './bounded-sending.ts'
import { type ChatModel, isChatModel, overrides } from './chat-model.ts'
import { findServerHeld } from './find-server-held.ts'
import { measureOptions } from './measure-options.ts'
import { usageOf } from './usage-of.ts'

/** What a chat model is asked with, below everything that the framework does around it. */
type Request = readonly [messages: readonly LangChainMessage[], options: unknown, runManager?: unknown]

/**
 * The same chat model, every call of which is bounded, whoever makes it: an agent, the framework's own summaries, or a bare
 * `invoke`. What it is sent is within the hard limit, or it is sent nothing and the caller gets our error. The model itself
 * stays as it is; what `bindTools` and `withConfig` make of the bounded one is bounded as well.
 *
 * With a run, the calls share its leases and memory; with a plimsoll, each call gets a run of its own.
 *
 * @throws CompositionError when the model is no chat model (`unsupportedModel`) or is bounded already (`alreadyWrapped`)
 * @example
 * const agent = createAgent({ model, middleware: [summarizationMiddleware({ model: boundChatModel(small, run) })] })
 */
export function boundChatModel<M extends ChatModel>(
  model: M,
  run: Run<unknown>,
  options?: BoundLangChainOptions,
): M
export function boundChatModel<M extends ChatModel>(
  model: M,
  plimsoll: Plimsoll<unknown>,
  options?: OwnRunOptions,
): M
export function boundChatModel<M extends ChatModel>(
  model: M,
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions = {},
): M {
  if (!isChatModel(model)) throw new CompositionError('unsupportedModel')
  if (boundMark in model) throw new CompositionError('alreadyWrapped')
  const original = model as M & Fields // its fields are looked at one by one
  const bounded = new BoundedSending(bounds, options)
  const own: Record<string, unknown> = { _generate: generate }
  for (const method of ['_streamResponseChunks', '_streamChatModelEvents']) {
    // The framework looks whether a model can stream by whether it has these.
    if (overrides(model, method)) own[method] = (...request: Request) => stream(method, request)
  }
  for (const method of ['bindTools', 'withConfig']) {
    if (typeof original[method] === 'function') own[method] = remaking(method)
  }
  const delegate: M = Object.create(model)
  Object.defineProperty(delegate, boundMark, { value: true })
  for (const [method, value] of Object.entries(own)) {
    Object.defineProperty(delegate, method, { value, configurable: true, writable: true })
  }
  return delegate

  async function generate(...request: Request): Promise<unknown> {
    const sending = await sendingOf(request)
    if (!sending) return ask('_generate', request)
    for (let isBehindOverflow = false; ; isBehindOverflow = true) {
      const open = await bounded.open(sending, isBehindOverflow)
      try {
        const result = await ask('_generate', sentRequest(request, open))
        await open.call.commit({ usage: usageOf(result) })
        return result
      } catch (error) {
        const overflow = await bounded.failed(open, sending, error)
        if (!overflow || isBehindOverflow) throw error
      }
    }
  }

  async function* stream(method: string, request: Request): AsyncGenerator<unknown> {
    const sending = await sendingOf(request)
    if (!sending) {
      yield* ask(method, request) as AsyncIterable<unknown> // both methods stream
      return
    }
    for (let isBehindOverflow = false; ; isBehindOverflow = true) {
      const open = await bounded.open(sending, isBehindOverflow)
      let hasBegun = false
      let usage: CallUsage | undefined
      try {
        const chunks = ask(method, sentRequest(request, open)) as AsyncIterable<unknown> // both methods stream
        for await (const chunk of chunks) {
          hasBegun = true
          usage = usageOf(chunk) ?? usage
          yield chunk
        }
        // Where the signal is aborted, some packages end a stream as if it were complete.
        if (sending.signal?.aborted !== true) await open.call.commit({ usage })
        return
      } catch (error) {
        const overflow = await bounded.failed(open, sending, error)
        if (!overflow || isBehindOverflow || hasBegun) throw error
      } finally {
        // For a reader who broke off; else it is settled.
        await open.call.release()
      }
    }
  }

  /** What is to be bounded of a request; undefined for one that goes by as it is. */
  async function sendingOf([messages, given]: Request): Promise<Sending | undefined> {
    if (!bounds.isBounding) return undefined
    const callOptions = { ...fieldsOf(original['defaultOptions']), ...fieldsOf(given) }
    const held = findServerHeld(original, callOptions)
    if (held) {
      await admitServerHeld(bounds, options, held)
      return undefined
    }
    const signal = callOptions['signal'] instanceof AbortSignal ? callOptions['signal'] : undefined
    return {
      model: original,
      messages,
      callOptions,
      signal,
      overhead: measureOptions(sentOptions(callOptions)),
    }
  }

  /** The options in the form in which the package sends them, for those that it shows. */
  function sentOptions(callOptions: Fields): Fields {
    const { invocationParams } = original
    if (typeof invocationParams !== 'function') return callOptions
    return { ...callOptions, ...fieldsOf(Reflect.apply(invocationParams, original, [callOptions])) }
  }

  // On the model itself: what it calls of its own is in the same request.
  function ask(method: string, request: Request): unknown {
    return Reflect.apply(original[method] as () => unknown, original, request) // it was looked at
  }

  function remaking(method: string) {
    return function (this: object, ...values: unknown[]): unknown {
      const made: unknown = Reflect.apply(original[method] as () => unknown, this, values) // it was looked at
      return isChatModel(made) && !(boundMark in made) ? rebound(made) : made
    }
  }

  function rebound(made: ChatModel): ChatModel {
    return 'openRun' in bounds ? boundChatModel(made, bounds, options) : boundChatModel(made, bounds, options)
  }
}

function sentRequest([, options, runManager]: Request, { messages }: OpenSending): Request {
  return [messages, options, runManager]
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}
