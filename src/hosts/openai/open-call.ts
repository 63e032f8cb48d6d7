import type { Dialect } from '../../dialects/dialect.ts'
import { PlimsollError } from '../../errors/plimsoll-error.ts'
import { tellQuietly } from '../../observability/tell-quietly.ts'
import type { BoundedCall } from '../../run/bounded-call.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import type { OwnRunOptions } from './bound-openai-options.ts'

export type Bounds = Run<unknown> | Plimsoll<unknown>

type Assemble = (run: Run<unknown>) => Promise<BoundedCall<unknown>>

/** What a call is assembled from. */
export interface CallRequest {
  readonly list: readonly unknown[]
  readonly dialect: Dialect<unknown>
  readonly signal: AbortSignal | undefined
  readonly overhead: readonly string[]
}

/** Assembles a call, through the run that was given or through one that lives as long as the call. */
export function openCall(
  bounds: Bounds,
  options: OwnRunOptions,
  { list, ...request }: CallRequest,
): Promise<BoundedCall<unknown>> {
  return callThrough(bounds, options, (run) => run.assemble(list, request))
}

/** Refuses a request before anything of it is read. The run's listener hears it as it hears other refusals. */
export async function refuseCall(
  bounds: Bounds,
  options: OwnRunOptions,
  refusal: PlimsollError,
): Promise<never> {
  const capture = (): never => {
    throw refusal
  }
  await callThrough(bounds, options, (run) => run.assemble({ capture }))
  throw refusal
}

async function callThrough(
  bounds: Bounds,
  options: OwnRunOptions,
  assemble: Assemble,
): Promise<BoundedCall<unknown>> {
  if ('openRun' in bounds) return callAlone(bounds.openRun(options), assemble)
  try {
    return await assemble(bounds)
  } catch (error) {
    const { onRefusal } = options
    if (onRefusal && PlimsollError.isInstance(error)) tellQuietly(() => onRefusal(error))
    throw error
  }
}

async function callAlone(run: Run<unknown>, assemble: Assemble): Promise<BoundedCall<unknown>> {
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
