import { formatSize } from '../format-size.ts'
import { formatStages } from '../format-stages.ts'
import { type Column, tableRow } from '../format-table.ts'
import type { Conversation } from '../input/conversation.ts'
import type { ReplayedCall } from './replay-calls.ts'
import type { ReplaySummary } from './replay-summary.ts'

export const callColumns: readonly Column[] = [
  { title: 'call', width: 5, align: 'right' },
  { title: 'messages', width: 14, align: 'right' },
  { title: 'before', width: 10, align: 'right' },
  { title: 'outcome', width: 23 },
  { title: 'sent', width: 10, align: 'right' },
  { title: 'attempts', width: 8, align: 'right' },
  { title: 'stages', width: 6 },
]

/** One provider call as a row. */
export function callRow({ number, messageCount, diagnostics, sent }: ReplayedCall): string {
  const { originalSize, finalSize, outcome, attemptCount, stages } = diagnostics
  return tableRow(callColumns, [
    String(number),
    sent ? `${messageCount} -> ${sent.length}` : String(messageCount),
    formatSize(originalSize),
    outcome,
    sent ? formatSize(finalSize) : 'nothing',
    String(attemptCount),
    formatStages(stages),
  ])
}

/** What all calls come to, in a few lines. */
export function summaryText({ messages, title }: Conversation, summary: ReplaySummary): string {
  const {
    calls,
    outcomes,
    hardLimit,
    triggerThreshold,
    largestBefore,
    largestSent,
    reducerCalls,
    prefixShare,
  } = summary
  const told = Object.entries(outcomes).filter(([, count]) => count > 0)
  const reasons = Object.entries(summary.refusals).map(([reason, count]) => `${reason} ${count}`)
  return [
    `${plural(calls, 'provider call')} over up to ${plural(messages.length, 'message')} (${title})`,
    `hard limit ${formatSize(hardLimit)}, compaction above ${formatSize(triggerThreshold)}`,
    `outcomes: ${told.map(([outcome, count]) => `${outcome} ${count}`).join(', ')}`,
    `largest before ${formatSize(largestBefore)}, largest sent ${formatSize(largestSent)}`,
    `reducer asked ${plural(reducerCalls, 'time')}`,
    ...(prefixShare === null ? [] : [`${shareText(prefixShare)} of what is sent repeats the call before`]),
    ...(reasons.length > 0 ? [`refused: ${reasons.join(', ')}`] : []),
  ].join('\n')
}

export function shareText(share: number | null): string {
  return share === null ? '-' : `${(share * 100).toFixed(1)} %`
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
