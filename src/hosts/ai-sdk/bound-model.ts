import { type AiSdkMessage, aiSdk } from '../../dialects/ai-sdk/index.ts'
import { isContextOverflow } from '../../dialects/recognise-overflow.ts'
import { CompositionError } from '../../errors/composition-error.ts'
import { admitServerHeld } from '../../run/admit-server-held.ts'
import type { BoundedCall } from '../../run/bounded-call.ts'
import { callThrough, lowersLimit, tellRefusal } from '../../run/call-through.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import { boundMark } from '../bound-mark.ts'
import { delegateModel } from '../delegate-model.ts'
import { untilAbandoned } from '../until-abandoned.ts'
import type { BoundModelOptions, OwnRunOptions } from './bound-model-options.ts'
import { findServerHeld } from './find-server-held.ts'
import type { AiSdkModel, ModelRequest } from './language-model.ts'
import { measureRequest } from './measure-request.ts'
import { settleStream } from './settle-stream.ts'
import { usageOf } from './usage-of.ts'

type Send = (request: ModelRequest, call: BoundedCall<AiSdkMessage>) => Promise<object>

// Lists that are on their way to a model. One that comes in again has met a second bound in the same composition.
const listsOnTheirWay = new WeakSet<object>()

/**
 * The same model, every call of which is bounded: what it is sent is within the hard limit, or it is sent nothing and the
 * caller gets our error. Give the result to `generateText`, `streamText` or an agent wherever the model would stand.
 *
 * With a run, the calls share its leases and memory; with a plimsoll, each call gets a run of its own. Generating commits
 * when the model has answered; streaming commits when the stream has ended. The prompt is never edited; all other options
 * go by as they are.
 *
 * @throws CompositionError when the model is a model id (`unsupportedModel`) or is bounded already (`alreadyWrapped`)
 * @example
 * const run = plimsoll.openRun({ id: requestId })
 * const { text } = await generateText({ model: boundModel(openai('gpt-5'), run), tools, messages })
 */
export function boundModel<M extends AiSdkModel>(model: M, run: Run<unknown>, options?: BoundModelOptions): M
export function boundModel<M extends AiSdkModel>(
  model: M,
  plimsoll: Plimsoll<unknown>,
  options?: OwnRunOptions,
): M
export function boundModel<M extends AiSdkModel>(
  model: M,
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions = {},
): M {
  if (!isModel(model)) throw new CompositionError('unsupportedModel')
  if (boundMark in model) throw new CompositionError('alreadyWrapped')
  const dialect = aiSdk({ provider: model.provider })
  return delegateModel(
    model,
    new Map<PropertyKey, unknown>([
      [boundMark, true],
      ['doGenerate', doGenerate],
      ['doStream', doStream],
    ]),
  )

  async function doGenerate(request: ModelRequest): Promise<object> {
    if (await passes(request)) return model.doGenerate(request as never) // the caller's own
    return sendBounded(request, async (sent, call) => {
      const result = await model.doGenerate(sent as never) // as the caller's, but for its prompt
      await call.commit({ usage: usageOf(result) })
      return result
    })
  }

  async function doStream(request: ModelRequest): Promise<object> {
    if (await passes(request)) return model.doStream(request as never) // the caller's own
    return sendBounded(request, async (sent, call) => {
      const result = await model.doStream(sent as never) // as the caller's, but for its prompt
      return { ...result, stream: settleStream(result.stream, call) }
    })
  }

  /** Whether a request goes by as it is, since the server holds a part of it. */
  async function passes(request: ModelRequest): Promise<boolean> {
    const held = bounds.isBounding ? findServerHeld(request) : undefined
    if (held) await admitServerHeld(bounds, options, held)
    return held !== undefined
  }

  async function sendBounded(request: ModelRequest, send: Send): Promise<object> {
    for (let isBehindOverflow = false; ; isBehindOverflow = true) {
      const call = untilAbandoned(await open(request, isBehindOverflow), request.abortSignal)
      try {
        return await send(sentRequest(request, call), call)
      } catch (error) {
        const mayLower = lowersLimit(bounds, options) && request.abortSignal?.aborted !== true
        const overflow = mayLower && isContextOverflow(error)
        await call.release({ overflow })
        if (!overflow || isBehindOverflow) throw error
      }
    }
  }

  async function open(request: ModelRequest, isBehindOverflow: boolean): Promise<BoundedCall<AiSdkMessage>> {
    if (!listsOnTheirWay.has(request.prompt)) {
      return callThrough(
        bounds,
        options,
        (run, limitFactor) =>
          run.assemble<AiSdkMessage>(request.prompt, {
            dialect,
            limitFactor,
            signal: request.abortSignal,
            overhead: run.isBounding ? measureRequest(request) : 0,
          }),
        isBehindOverflow,
      )
    }
    const refusal = new CompositionError('alreadyWrapped')
    tellRefusal(options, refusal)
    throw refusal
  }
}

function sentRequest(request: ModelRequest, { messages }: BoundedCall<AiSdkMessage>): ModelRequest {
  if (messages === request.prompt) return request
  // A list of its own: ours is frozen, and a provider package may expect to own what it is given.
  const prompt = [...messages]
  listsOnTheirWay.add(prompt)
  return { ...request, prompt }
}

function isModel(value: unknown): value is AiSdkModel {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'doGenerate') === 'function' &&
    typeof Reflect.get(value, 'doStream') === 'function'
  )
}
