import { type AnthropicMessage, anthropic } from '../../dialects/anthropic/index.ts'
import { PlimsollError } from '../../errors/plimsoll-error.ts'
import { tellQuietly } from '../../observability/tell-quietly.ts'
import type { BoundedCall } from '../../run/bounded-call.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import type { OwnRunOptions } from './bound-messages-options.ts'
import { measureRequest } from './measure-request.ts'
import type { MessagesBody } from './messages-body.ts'

type Assemble = (run: Run<unknown>) => Promise<BoundedCall<AnthropicMessage>>

const dialect = anthropic()

/** Assembles the call of a request, through the run that was given or through one that lives as long as the call. */
export function openCall(
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions,
  body: MessagesBody,
  signal: AbortSignal | undefined,
): Promise<BoundedCall<AnthropicMessage>> {
  const overhead = measureRequest(body)
  return callThrough(bounds, options, (run) => run.assemble(body.messages, { dialect, signal, overhead }))
}

/** Refuses a request before anything is read of it. The run's listener hears it as it hears other refusals. */
export async function refuseCall(
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions,
  refusal: PlimsollError,
): Promise<never> {
  const capture = (): never => {
    throw refusal
  }
  await callThrough(bounds, options, (run) => run.assemble<AnthropicMessage>({ capture }, { dialect }))
  throw refusal
}

async function callThrough(
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions,
  assemble: Assemble,
): Promise<BoundedCall<AnthropicMessage>> {
  if ('openRun' in bounds) return callAlone(bounds.openRun(options), assemble)
  try {
    return await assemble(bounds)
  } catch (error) {
    const { onRefusal } = options
    if (onRefusal && PlimsollError.isInstance(error)) tellQuietly(() => onRefusal(error))
    throw error
  }
}

async function callAlone(run: Run<unknown>, assemble: Assemble): Promise<BoundedCall<AnthropicMessage>> {
  try {
    const call = await assemble(run)
    const settle = async (how: 'commit' | 'release'): Promise<void> => {
      await call[how]()
      await run.close()
    }
    return {
      ...call,
      commit: () => settle('commit'),
      release: () => settle('release'),
      [Symbol.asyncDispose]: () => settle('release'),
    }
  } catch (error) {
    await run.close()
    throw error
  }
}
