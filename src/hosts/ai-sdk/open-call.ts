import type { AiSdkMessage } from '../../dialects/ai-sdk/index.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { PlimsollError } from '../../errors/plimsoll-error.ts'
import { tellQuietly } from '../../observability/tell-quietly.ts'
import type { BoundedCall } from '../../run/bounded-call.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import type { BoundModelOptions, OwnRunOptions } from './bound-model-options.ts'
import type { ModelRequest } from './language-model.ts'
import { measureRequest } from './measure-request.ts'

/** Assembles the call of a request, through the run that was given or through one that lives as long as the call. */
export async function openCall(
  bounds: Run<unknown> | Plimsoll<unknown>,
  dialect: Dialect<AiSdkMessage>,
  options: OwnRunOptions,
  request: ModelRequest,
): Promise<BoundedCall<AiSdkMessage>> {
  if ('openRun' in bounds) return callAlone(bounds.openRun({ ...options, dialect }), dialect, request)
  try {
    return await assemble(bounds, dialect, request)
  } catch (error) {
    if (PlimsollError.isInstance(error)) tellRefusal(options, error)
    throw error
  }
}

/** Tells the listener of the model, which only listens. */
export function tellRefusal({ onRefusal }: BoundModelOptions, error: PlimsollError): void {
  if (onRefusal) tellQuietly(() => onRefusal(error))
}

async function callAlone(
  run: Run<AiSdkMessage>,
  dialect: Dialect<AiSdkMessage>,
  request: ModelRequest,
): Promise<BoundedCall<AiSdkMessage>> {
  try {
    const call = await assemble(run, dialect, request)
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

function assemble(
  run: Run<unknown>,
  dialect: Dialect<AiSdkMessage>,
  request: ModelRequest,
): Promise<BoundedCall<AiSdkMessage>> {
  return run.assemble<AiSdkMessage>(request.prompt, {
    dialect,
    signal: request.abortSignal,
    overhead: run.isBounding ? measureRequest(request) : 0,
  })
}
