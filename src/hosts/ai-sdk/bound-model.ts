import { type AiSdkMessage, aiSdk } from '../../dialects/ai-sdk/index.ts'
import { isContextOverflow } from '../../dialects/recognise-overflow.ts'
import { CompositionError } from '../../errors/composition-error.ts'
import type { BoundedCall } from '../../run/bounded-call.ts'
import { callThrough, tellRefusal } from '../../run/call-through.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import { overflowFactor } from '../../run/dispatch-through.ts'
import type { Run } from '../../run/run.ts'
import type { BoundModelOptions, OwnRunOptions } from './bound-model-options.ts'
import { delegateModel } from './delegate-model.ts'
import type { AiSdkModel, ModelRequest } from './language-model.ts'
import { measureRequest } from './measure-request.ts'
import { settleStream } from './settle-stream.ts'

const boundMark = Symbol.for('plimsoll.bound')

type Send = (call: BoundedCall<AiSdkMessage>) => Promise<object>

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

  function doGenerate(request: ModelRequest): Promise<object> {
    return sendBounded(request, async (call) => {
      const result = await model.doGenerate(sentRequest(request, call) as never) // as the caller's, but for its prompt
      await call.commit()
      return result
    })
  }

  function doStream(request: ModelRequest): Promise<object> {
    return sendBounded(request, async (call) => {
      const result = await model.doStream(sentRequest(request, call) as never) // as the caller's, but for its prompt
      return { ...result, stream: settleStream(result.stream, call) }
    })
  }

  async function sendBounded(request: ModelRequest, send: Send): Promise<object> {
    try {
      return await sendOnce(request, send, 1)
    } catch (error) {
      const retries = options.retryOnOverflow === true && request.abortSignal?.aborted !== true
      if (!retries || !isContextOverflow(error)) throw error
      return await sendOnce(request, send, overflowFactor)
    }
  }

  async function sendOnce(request: ModelRequest, send: Send, limitFactor: number): Promise<object> {
    const call = await open(request, limitFactor)
    try {
      return await send(call)
    } catch (error) {
      await call.release()
      throw error
    }
  }

  async function open(request: ModelRequest, limitFactor: number): Promise<BoundedCall<AiSdkMessage>> {
    if (!listsOnTheirWay.has(request.prompt)) {
      return callThrough(bounds, options, (run) =>
        run.assemble<AiSdkMessage>(request.prompt, {
          dialect,
          limitFactor,
          signal: request.abortSignal,
          overhead: run.isBounding ? measureRequest(request) : 0,
        }),
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
