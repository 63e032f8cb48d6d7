import { type PiMessage, pi } from '../../dialects/pi/index.ts'
import type { BoundedCall } from '../../run/bounded-call.ts'
import { callThrough } from '../../run/call-through.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import { untilAbandoned } from '../until-abandoned.ts'
import type { BoundContextOptions, OwnRunOptions } from './bound-pi-options.ts'
import type { PiAnswer } from './pi-stream.ts'
import { settleAnswer } from './settle-answer.ts'

/** An event of an agent, as far as it tells how a call stands. */
export interface PiEvent {
  readonly type: string
  readonly message?: PiAnswer
}

/** What bounds the context of one agent of pi. */
export interface BoundContext {
  /** The agent's `transformContext`. */
  transformContext<M extends PiMessage>(messages: M[], signal?: AbortSignal): Promise<M[]>
  /** A listener of the same agent's events, which settles each call: pass it to `agent.subscribe`. */
  onEvent(event: PiEvent): Promise<void>
}

/**
 * Bounds the context of one agent of pi before each model call, for where its `streamFn` can't be bounded: the list is
 * within the hard limit, or the agent fails with our message and nothing is sent. The system prompt and the tools can't be
 * seen from there: say their size as `overhead`.
 *
 * With a run, the calls share its leases and memory; with a plimsoll, each call gets a run of its own.
 *
 * @example
 * const { transformContext, onEvent } = boundContext(run, { overhead: [systemPrompt] })
 * const agent = new Agent({ initialState, transformContext })
 * agent.subscribe(onEvent)
 */
export function boundContext(run: Run<unknown>, options?: BoundContextOptions): BoundContext
export function boundContext(
  plimsoll: Plimsoll<unknown>,
  options?: OwnRunOptions<BoundContextOptions>,
): BoundContext
export function boundContext(
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions<BoundContextOptions> = {},
): BoundContext {
  const { overhead = 0, api = '' } = options
  let open: BoundedCall<PiMessage> | undefined
  return {
    async transformContext<M extends PiMessage>(messages: M[], signal?: AbortSignal) {
      if (!bounds.isBounding) return messages
      // Of an agent whose events aren't heard.
      await take()?.release()
      const call = await callThrough(bounds, options, (run) =>
        run.assemble<M>(messages, { dialect: pi<M>({ api }), signal, overhead }),
      )
      open = untilAbandoned(call, signal)
      return [...call.messages]
    },
    async onEvent({ type, message }) {
      if (type === 'agent_end') await take()?.release()
      if (type !== 'message_end' || message?.role !== 'assistant') return
      const call = take()
      if (call) await settleAnswer(message, call)
    },
  }

  function take(): BoundedCall<PiMessage> | undefined {
    const call = open
    open = undefined
    return call
  }
}
