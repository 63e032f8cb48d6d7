import type { BoundedCall } from '../../run/bounded-call.ts'
import type { CallUsage } from '../../run/run-options.ts'
import type { PiAnswer } from './pi-stream.ts'

/** Settles a call by the message that ended it: released when the model failed or was aborted, else committed. */
export async function settleAnswer(
  answer: PiAnswer,
  call: Pick<BoundedCall<unknown>, 'commit' | 'release'>,
): Promise<void> {
  if (hasFailed(answer)) await call.release()
  else await call.commit({ usage: usageOf(answer) })
}

/** Whether a message of the model is one that failed or was aborted; pi sends no such message. */
export function hasFailed({ role, stopReason }: PiAnswer): boolean {
  return role === 'assistant' && (stopReason === 'error' || stopReason === 'aborted')
}

function usageOf({ usage = {} }: PiAnswer): CallUsage | undefined {
  const counts = [usage.input, usage.cacheRead ?? 0, usage.cacheWrite ?? 0]
  const sum = counts.reduce((total: number, count) => total + (typeof count === 'number' ? count : 0), 0)
  // A provider that reports nothing is noted as 0.
  return sum > 0 ? { inputTokens: sum } : undefined
}
