import type { BoundedCall } from '../../run/bounded-call.ts'
import type { CallUsage } from '../../run/run-options.ts'
import type { LlmResponse } from './adk-llm.ts'

type Settling = Pick<BoundedCall<unknown>, 'commit' | 'release'>

/**
 * The same responses, which settle the call on their way: commit with the one that completes the answer, before it is
 * handed on, for many callers stop reading there; release with one that says that no answer came.
 */
export async function* watchResponses(
  responses: AsyncIterable<object>,
  call: Settling,
  stream: boolean,
  signal: AbortSignal | undefined,
): AsyncGenerator<object> {
  let usage: CallUsage | undefined
  for await (const response of responses) {
    usage = usageOf(response) ?? usage
    if (hasFailed(response)) await call.release()
    else if (isComplete(response, stream) && signal?.aborted !== true) await call.commit({ usage })
    yield response
  }
  if (signal?.aborted !== true) await call.commit({ usage })
}

// A model that has stopped for a reason, whatever that is, has read the list.
function hasFailed({ errorCode, finishReason }: LlmResponse): boolean {
  return (errorCode ?? undefined) !== undefined && finishReason === undefined
}

function isComplete({ partial, finishReason }: LlmResponse, stream: boolean): boolean {
  return partial !== true && (!stream || finishReason !== undefined)
}

function usageOf({ usageMetadata }: LlmResponse): CallUsage | undefined {
  const inputTokens = usageMetadata?.promptTokenCount
  return typeof inputTokens === 'number' ? { inputTokens } : undefined
}
