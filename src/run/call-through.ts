import { PlimsollError } from '../errors/plimsoll-error.ts'
import { tellQuietly } from '../observability/tell-quietly.ts'
import type { BoundedCall } from './bounded-call.ts'
import type { Plimsoll } from './create-plimsoll.ts'
import type { Run } from './run.ts'
import type { RunOptions } from './run-options.ts'

/** What a host's seam bounds its calls with: a run, or a plimsoll that opens one for each call. */
export type Bounds = Run<unknown> | Plimsoll<unknown>

/** What a seam passes on to the runs that it opens; with a run of the caller's, only the listener is heard. */
export interface SeamOptions
  extends Pick<RunOptions<unknown>, 'identity' | 'trustBinding' | 'report' | 'inspect' | 'onRefusal'> {}

type Assemble<M> = (run: Run<unknown>) => Promise<BoundedCall<M>>

/** Assembles through the run that was given, or through one that lives as long as the call. */
export async function callThrough<M>(
  bounds: Bounds,
  options: SeamOptions,
  assemble: Assemble<M>,
): Promise<BoundedCall<M>> {
  if ('openRun' in bounds) return callAlone(bounds.openRun(options), assemble)
  try {
    return await assemble(bounds)
  } catch (error) {
    if (PlimsollError.isInstance(error)) tellRefusal(options, error)
    throw error
  }
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

async function callAlone<M>(run: Run<unknown>, assemble: Assemble<M>): Promise<BoundedCall<M>> {
  try {
    const call = await assemble(run)
    return {
      ...call,
      commit: async (report) => {
        await call.commit(report)
        await run.close()
      },
      release: async () => {
        await call.release()
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
