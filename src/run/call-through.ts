import { PlimsollError } from '../errors/plimsoll-error.ts'
import { tellQuietly } from '../observability/tell-quietly.ts'
import type { BoundedCall } from './bounded-call.ts'
import type { Plimsoll } from './create-plimsoll.ts'
import { overflowFactor } from './dispatch-through.ts'
import type { OverflowOptions } from './overflow-options.ts'
import type { Run } from './run.ts'
import type { RunOptions } from './run-options.ts'

/** What a host's seam bounds its calls with: a run, or a plimsoll that opens one for each call. */
export type Bounds = Run<unknown> | Plimsoll<unknown>

/** What a seam passes on to the runs that it opens; with a run of the caller's, only the listener is heard. */
export interface SeamOptions
  extends Pick<RunOptions<unknown>, 'identity' | 'trustBinding' | 'report' | 'inspect' | 'onRefusal'> {}

/** The factor is for the call's options: a run that was told of an overflow has lowered its limit by itself. */
type Assemble<M> = (run: Run<unknown>, limitFactor: number) => Promise<BoundedCall<M>>

/**
 * Assembles through the run that was given, or through one that lives as long as the call.
 *
 * @param isBehindOverflow whether a call of the same request was released with `overflow`
 */
export async function callThrough<M>(
  bounds: Bounds,
  options: SeamOptions,
  assemble: Assemble<M>,
  isBehindOverflow = false,
): Promise<BoundedCall<M>> {
  if ('openRun' in bounds) {
    const limitFactor = isBehindOverflow ? overflowFactor : 1
    return callAlone(bounds.openRun(options), (run) => assemble(run, limitFactor))
  }
  try {
    return await assemble(bounds, 1)
  } catch (error) {
    if (PlimsollError.isInstance(error)) tellRefusal(options, error)
    throw error
  }
}

/** Whether a list that the provider finds too long may be assembled once more; where nothing bounds, it would be the same. */
export function lowersLimit(
  { isBounding, isObserving }: Bounds,
  { retryOnOverflow }: OverflowOptions,
): boolean {
  return retryOnOverflow === true && isBounding && !isObserving
}

/** Refuses a call before anything of it is read. The run's listener hears it as it hears other refusals. */
export async function refuseThrough(
  bounds: Bounds,
  options: SeamOptions,
  refusal: PlimsollError,
): Promise<never> {
  const capture = (): never => {
    throw refusal
  }
  await callThrough(bounds, options, (run) => run.assemble({ capture }))
  throw refusal
}

/** Tells the listener of a seam, which only listens. */
export function tellRefusal({ onRefusal }: SeamOptions, error: PlimsollError): void {
  if (onRefusal) tellQuietly(() => onRefusal(error))
}

async function callAlone<M>(
  run: Run<unknown>,
  assemble: (run: Run<unknown>) => Promise<BoundedCall<M>>,
): Promise<BoundedCall<M>> {
  try {
    const call = await assemble(run)
    return {
      ...call,
      commit: async (report) => {
        await call.commit(report)
        await run.close()
      },
      release: async (report) => {
        await call.release(report)
        await run.close()
      },
      [Symbol.asyncDispose]: async () => {
        await call.release()
        await run.close()
      },
    }
  } catch (error) {
    await run.close()
    throw error
  }
}
