import type { CommandIo } from '../command-io.ts'
import { exitCodes } from '../exit-codes.ts'
import { formatJson } from '../format-messages.ts'
import { formatSize } from '../format-size.ts'
import { type Column, tableHead, tableRow } from '../format-table.ts'
import type { Conversation } from '../input/conversation.ts'
import { InputError } from '../input-error.ts'
import type { BoundOptions } from '../options/bound-options.ts'
import { parseSize } from '../options/parse-size.ts'
import type { Progress } from './progress.ts'
import { replayCalls } from './replay-calls.ts'
import type { ReplaySummary } from './replay-summary.ts'
import { plural, shareText } from './replay-text.ts'

/** What is replayed under several limits. */
export interface Sweep {
  readonly conversation: Conversation
  readonly lengths: readonly number[]
  readonly options: BoundOptions
  readonly io: CommandIo
  readonly progress: Progress
  readonly isJson: boolean
}

const columns: readonly Column[] = [
  { title: 'limit', width: 9, align: 'right' },
  { title: 'within', width: 7, align: 'right' },
  { title: 'reduced', width: 7, align: 'right' },
  { title: 'fallback', width: 8, align: 'right' },
  { title: 'refused', width: 7, align: 'right' },
  { title: 'largest sent', width: 12, align: 'right' },
  { title: 'reducer calls', width: 13, align: 'right' },
  { title: 'prefix kept', width: 11, align: 'right' },
]

const mostLimits = 50

/** @throws InputError when a size is none, or there are too many */
export function parseLimits(text: string): readonly number[] {
  const limits = text.split(',').map((size) => parseSize(size, '--sweep'))
  if (limits.length <= mostLimits) return limits
  throw new InputError('--sweep', undefined, `names more than ${mostLimits} limits; name fewer`)
}

/** Replays a conversation under each of several limits, a row each. */
export async function sweepLimits(limits: readonly (number | undefined)[], sweep: Sweep): Promise<number> {
  const { conversation, lengths, options, io, progress, isJson } = sweep
  if (!isJson) {
    const calls = plural(lengths.length, 'provider call')
    const messages = plural(conversation.messages.length, 'message')
    await io.writeOutput(`${calls} over up to ${messages} (${conversation.title})\n\n${tableHead(columns)}\n`)
  }
  let refused = 0
  for (const [index, hardLimit] of limits.entries()) {
    const onCall = async ({ number }: { number: number }): Promise<void> =>
      progress.tell(index * lengths.length + number, limits.length * lengths.length)
    const summary = await replayCalls(conversation, lengths, { ...options, hardLimit }, io, onCall)
    refused += summary.refused
    progress.clear()
    await io.writeOutput(`${isJson ? formatJson({ type: 'summary', ...summary }) : sweepRow(summary)}\n`)
  }
  return refused > 0 ? exitCodes.refused : exitCodes.done
}

function sweepRow({
  hardLimit,
  outcomes,
  refused,
  largestSent,
  reducerCalls,
  prefixShare,
}: ReplaySummary): string {
  return tableRow(columns, [
    formatSize(hardLimit),
    ...[outcomes.withinLimit, outcomes.reduced, outcomes.preservationFallback, refused].map(String),
    formatSize(largestSent),
    String(reducerCalls),
    shareText(prefixShare),
  ])
}
