import { isFields } from '../../dialects/fields.ts'
import { CompositionError } from '../../errors/composition-error.ts'
import { admitServerHeld } from '../../run/admit-server-held.ts'
import { refuseThrough } from '../../run/call-through.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import { boundMark } from '../bound-mark.ts'
import type { BoundLangChainOptions, OwnRunOptions } from './bound-langchain-options.ts'
import { BoundedSending } from './bounded-sending.ts'
import { modelBehind } from './chat-model.ts'
import { findServerHeld } from './find-server-held.ts'
import { measureCall } from './measure-call.ts'
import type { BoundMiddleware, ModelCall } from './model-call.ts'
import { usageOf } from './usage-of.ts'

// By which the framework knows what `createMiddleware` made.
const middlewareBrand = Symbol.for('AgentMiddleware')

/**
 * A middleware of LangChain that bounds every model call of an agent: what is sent is within the hard limit, or nothing is
 * sent and the agent rejects with a `MiddlewareError` whose `cause` is our error. Give it as the last one. Only the list of
 * messages is ever changed, and it is a new array each time: the state and its checkpoints stay as they are.
 *
 * With a run, the calls share its leases and memory; with a plimsoll, each call gets a run of its own. A call is
 * committed when the model has answered, before its tools run.
 *
 * @example
 * const agent = createAgent({ model, tools, middleware: [boundMiddleware(plimsoll)] })
 */
export function boundMiddleware(run: Run<unknown>, options?: BoundLangChainOptions): BoundMiddleware
export function boundMiddleware(plimsoll: Plimsoll<unknown>, options?: OwnRunOptions): BoundMiddleware
export function boundMiddleware(
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions = {},
): BoundMiddleware {
  const bounded = new BoundedSending(bounds, options)
  const middleware: BoundMiddleware = {
    name: 'PlimsollMiddleware',
    async wrapModelCall(request, handler) {
      if (!bounds.isBounding) return handler(request)
      const model = await modelBehind(request.model)
      if (boundMark in request || (model && boundMark in model)) {
        return refuseThrough(bounds, options, new CompositionError('alreadyWrapped'))
      }
      const callOptions = isFields(request.modelSettings) ? request.modelSettings : {}
      const held = findServerHeld(model, callOptions)
      if (held) {
        await admitServerHeld(bounds, options, held)
        return handler({ ...request, [boundMark]: true })
      }
      const { messages } = request
      const signal = request.runtime?.signal
      const sending = { model, messages, callOptions, signal, overhead: measureCall(model, request) }
      for (let isBehindOverflow = false; ; isBehindOverflow = true) {
        const open = await bounded.open(sending, isBehindOverflow)
        try {
          const answer = await handler(sentRequest(request, open.messages))
          await open.call.commit({ usage: usageOf(answer) })
          return answer
        } catch (error) {
          const overflow = await bounded.failed(open, sending, error)
          if (!overflow || isBehindOverflow) throw error
        }
      }
    },
  }
  return Object.defineProperty(middleware, middlewareBrand, { value: true, enumerable: true })
}

function sentRequest<C extends ModelCall>(request: C, messages: ModelCall['messages']): C {
  return { ...request, messages, [boundMark]: true }
}
