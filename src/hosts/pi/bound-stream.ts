import { type PiMessage, pi } from '../../dialects/pi/index.ts'
import { CompositionError } from '../../errors/composition-error.ts'
import { PlimsollError } from '../../errors/plimsoll-error.ts'
import { callThrough } from '../../run/call-through.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import { boundMark } from '../bound-mark.ts'
import { untilAbandoned } from '../until-abandoned.ts'
import type { BoundStreamOptions, OwnRunOptions } from './bound-pi-options.ts'
import { measureContext } from './measure-context.ts'
import type { PiContext, PiModel, PiStream, PiStreamFunction } from './pi-stream.ts'
import { refusedStream } from './refused-stream.ts'
import { hasFailed, settleAnswer } from './settle-answer.ts'

/** The bounded form of a stream function: it always answers with a promise. */
export type BoundStream<F extends PiStreamFunction> = (
  ...values: Parameters<F>
) => Promise<Awaited<ReturnType<F>>>

/**
 * The same stream function, every call of which is bounded: what is sent is within the hard limit, or nothing is sent and
 * the stream is that of a failed answer, whose message has our error as its `cause`. Give it to an `Agent` as `streamFn`.
 * The context is never edited; its system prompt and tools are counted.
 *
 * With a run, the calls share its leases and memory; with a plimsoll, each call gets a run of its own. A call is
 * committed when the answer has come in full, and released when it failed or was aborted.
 *
 * @throws CompositionError when the function is bounded already (`alreadyWrapped`)
 * @example
 * const agent = new Agent({ initialState: { model, systemPrompt, tools }, streamFn: boundStream(streamSimple, run) })
 */
export function boundStream<F extends PiStreamFunction>(
  streamFunction: F,
  run: Run<unknown>,
  options?: BoundStreamOptions,
): BoundStream<F>
export function boundStream<F extends PiStreamFunction>(
  streamFunction: F,
  plimsoll: Plimsoll<unknown>,
  options?: OwnRunOptions<BoundStreamOptions>,
): BoundStream<F>
export function boundStream<F extends PiStreamFunction>(
  streamFunction: F,
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions<BoundStreamOptions> = {},
): BoundStream<F> {
  if (boundMark in streamFunction) throw new CompositionError('alreadyWrapped')
  Object.defineProperty(bound, boundMark, { value: true })
  return bound as unknown as BoundStream<F> // of the same model, context and options

  async function bound(
    model: PiModel,
    context: PiContext,
    settings?: { readonly signal?: AbortSignal },
  ): Promise<PiStream> {
    if (!bounds.isBounding) return ask(model, context, settings)
    // Failed answers stand in the history, and pi leaves them out of its requests.
    const held = context.messages.filter((message) => !hasFailed(message))
    const opened = await callThrough(bounds, options, (run) =>
      run.assemble<PiMessage>(held, {
        dialect: pi({ api: model.api }),
        signal: settings?.signal,
        overhead: measureContext(context),
      }),
    ).catch((error: unknown) => {
      if (PlimsollError.isInstance(error)) return error
      throw error
    })
    if (PlimsollError.isInstance(opened)) return refusedStream(model, opened)
    const call = untilAbandoned(opened, settings?.signal)
    try {
      const stream = await ask(model, { ...context, messages: [...call.messages] }, settings)
      // Also when nobody reads the stream: pi reads the answer to its end by itself.
      stream.result().then(
        (answer) => settleAnswer(answer, call),
        () => call.release(),
      )
      return stream
    } catch (error) {
      await call.release()
      throw error
    }
  }

  function ask(model: PiModel, context: PiContext, settings: unknown): PiStream | Promise<PiStream> {
    return streamFunction(model as never, context as never, settings as never) // as the caller's, but for the messages
  }
}
