import { type AiSdkMessage, aiSdk } from '../../dialects/ai-sdk/index.ts'
import { CompositionError } from '../../errors/composition-error.ts'
import { PlimsollError } from '../../errors/plimsoll-error.ts'
import { admitServerHeld, type ServerHeldContext } from '../../run/admit-server-held.ts'
import type { BoundedCall } from '../../run/bounded-call.ts'
import { callThrough, tellRefusal } from '../../run/call-through.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import { untilAbandoned } from '../until-abandoned.ts'
import type { BoundProcessorOptions, OwnRunOptions } from './bound-processor-options.ts'
import { findServerHeld } from './find-server-held.ts'
import type { BoundProcessor, ModelRequest } from './mastra-processor.ts'
import { measureTools } from './measure-tools.ts'
import { usageOf } from './usage-of.ts'

/** What is known of one request to an agent, between the calls of its hooks. */
interface Progress {
  toolTexts: readonly string[]
  held: ServerHeldContext | undefined
  open: BoundedCall<AiSdkMessage> | undefined
}

// Prompts that are on their way to a model. One that comes in again has met a second bound in the same composition.
const promptsOnTheirWay = new WeakSet<object>()

/**
 * A processor of Mastra that bounds every model call of an agent: what is sent is within the hard limit, or nothing is
 * sent and the result has a `tripwire` whose metadata is our error. Give it as the last of `inputProcessors`. Messages
 * that the agent stores are never touched.
 *
 * With a run, the calls share its leases and memory; with a plimsoll, each call gets a run of its own. A call is
 * committed when the model has answered, before its tools run.
 *
 * @example
 * const agent = new Agent({ id, name, instructions, model, tools, inputProcessors: [boundProcessor(plimsoll)] })
 */
export function boundProcessor(run: Run<unknown>, options?: BoundProcessorOptions): BoundProcessor
export function boundProcessor(plimsoll: Plimsoll<unknown>, options?: OwnRunOptions): BoundProcessor
export function boundProcessor(
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions = {},
): BoundProcessor {
  // By the object that Mastra keeps for a processor during one request.
  const progressOfRequest = new WeakMap<object, Progress>()
  return {
    id: 'plimsoll',
    processInputStep(step) {
      if (!bounds.isBounding) return undefined
      const progress = progressOf(step.state)
      progress.toolTexts = measureTools(step)
      progress.held = findServerHeld(step)
      return undefined
    },
    async processLLMRequest(request) {
      if (!bounds.isBounding) return undefined
      const progress = progressOf(request.state)
      // Left open by an answer that another processor gave, or by one that it refused.
      await take(request.state)?.release()
      try {
        if (progress.held) {
          await admitServerHeld(bounds, options, progress.held)
          return undefined
        }
        const call = untilAbandoned(await open(request, progress.toolTexts), request.abortSignal)
        progress.open = call
        const prompt = [...call.messages]
        promptsOnTheirWay.add(prompt)
        return { prompt }
      } catch (error) {
        // Any other error is logged with its text, and replaced before the caller hears of it.
        if (PlimsollError.isInstance(error)) request.abort(error.message, { metadata: error })
        throw error
      }
    },
    async processLLMResponse(response) {
      const { state, chunks, abortSignal } = response
      // It is called with what came of a stream that failed or was aborted as well.
      const failed = abortSignal?.aborted === true || chunks.some(({ type }) => type === 'error')
      if (failed) await take(state)?.release()
      else await take(state)?.commit({ usage: usageOf(response) })
      return undefined
    },
    async processAPIError({ state }) {
      await take(state)?.release()
      return undefined
    },
  }

  async function open<M extends AiSdkMessage>(
    { prompt, model, abortSignal: signal }: ModelRequest<M>,
    overhead: readonly string[],
  ): Promise<BoundedCall<M>> {
    if (promptsOnTheirWay.has(prompt)) {
      const refusal = new CompositionError('alreadyWrapped')
      tellRefusal(options, refusal)
      throw refusal
    }
    const dialect = aiSdk<M>({ provider: model.provider })
    return callThrough(bounds, options, (run) => run.assemble<M>(prompt, { dialect, signal, overhead }))
  }

  function progressOf(state: object): Progress {
    const known = progressOfRequest.get(state)
    if (known) return known
    const progress: Progress = { toolTexts: [], held: undefined, open: undefined }
    progressOfRequest.set(state, progress)
    return progress
  }

  function take(state: object): BoundedCall<AiSdkMessage> | undefined {
    const progress = progressOf(state)
    const call = progress.open
    progress.open = undefined
    return call
  }
}
