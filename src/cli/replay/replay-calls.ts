import { setImmediate } from 'node:timers/promises'
import type { Report } from '../../observability/events.ts'
import type { CommandIo } from '../command-io.ts'
import type { Conversation } from '../input/conversation.ts'
import { type BoundedList, openBoundedRun } from '../open-bounded-run.ts'
import type { BoundOptions } from '../options/bound-options.ts'
import { type ReplaySummary, ReplayTotals } from './replay-summary.ts'

/** A provider call of a replay. */
export interface ReplayedCall extends BoundedList {
  /** Counted from 1. */
  readonly number: number
  readonly messageCount: number
}

/**
 * Makes provider calls in turn, in one run.
 *
 * @param lengths how much of the conversation each call is made with
 * @param onCall hears each call; the next one waits for it
 * @param onEvent hears the events of the run
 */
export async function replayCalls(
  conversation: Conversation,
  lengths: readonly number[],
  options: BoundOptions,
  io: Pick<CommandIo, 'signal'>,
  onCall: (call: ReplayedCall) => Promise<void>,
  onEvent?: Report,
): Promise<ReplaySummary> {
  const totals = new ReplayTotals()
  const run = openBoundedRun(conversation, options, io.signal, onEvent)
  try {
    for (const [index, messageCount] of lengths.entries()) {
      // Assemblies take turns without a pause: signals are heard in one.
      await setImmediate()
      io.signal.throwIfAborted()
      const bounded = await run.bound(conversation.messages.slice(0, messageCount))
      totals.add(bounded)
      await onCall({ ...bounded, number: index + 1, messageCount })
    }
  } finally {
    await run.close()
  }
  return totals.summarize(run.reducerCalls())
}
