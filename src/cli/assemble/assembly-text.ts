import type { CategoryContribution, SizeCategory } from '../../context/measure.ts'
import { formatSize } from '../format-size.ts'
import { formatStages } from '../format-stages.ts'
import { type Column, tableHead, tableRow } from '../format-table.ts'
import type { Conversation } from '../input/conversation.ts'
import type { BoundedList } from '../open-bounded-run.ts'
import { plural } from '../replay/replay-text.ts'
import type { EntryRow } from './entry-rows.ts'

const categoryColumns: readonly Column[] = [
  { title: 'category', width: 26 },
  { title: 'before', width: 10, align: 'right' },
  { title: 'entries', width: 7, align: 'right' },
  { title: 'sent', width: 10, align: 'right' },
  { title: 'entries', width: 7, align: 'right' },
]

export const entryColumns: readonly Column[] = [
  { title: 'index', width: 6, align: 'right' },
  { title: 'kind', width: 26 },
  { title: 'role', width: 9 },
  { title: 'size', width: 10, align: 'right' },
  { title: 'fate', width: 7 },
  { title: 'sent', width: 10, align: 'right' },
]

/** What was decided for a list, in a few lines. */
export function decisionText({ title, messages }: Conversation, { diagnostics, sent }: BoundedList): string {
  const { outcome, originalSize, finalSize, hardLimit, triggerThreshold, stages, attemptCount } = diagnostics
  const { repairedEntryCount, elidedEntryCount, droppedEntryCount, terminationReason } = diagnostics
  const rejections = diagnostics.rejections.map(
    ({ attempt, reasons }) => `attempt ${attempt}: ${reasons.join(', ')}`,
  )
  return [
    `${plural(messages.length, 'message')} (${title}), hard limit ${formatSize(hardLimit)}, compaction above ${formatSize(triggerThreshold)}`,
    `outcome: ${outcome}${terminationReason ? ` (${terminationReason})` : ''}`,
    sent
      ? `size: ${formatSize(originalSize)} -> ${formatSize(finalSize)}, ${messages.length} -> ${plural(sent.length, 'message')}`
      : `size: ${formatSize(originalSize)}; nothing is sent: what must be kept measures ${formatSize(finalSize)}`,
    `stages: ${formatStages(stages)}; attempts: ${attemptCount}`,
    `dropped ${droppedEntryCount}, elided ${elidedEntryCount}, repaired ${repairedEntryCount}` +
      (diagnostics.finalSequenceValid === false ? '; the provider would refuse this sequence' : ''),
    ...(rejections.length > 0 ? [`rejected: ${rejections.join('; ')}`] : []),
  ].join('\n')
}

/** Sizes by category, before and as sent. */
export function categoryTable(
  before: readonly CategoryContribution[],
  sent: readonly CategoryContribution[],
): string {
  const categories = new Set<SizeCategory>([...before, ...sent].map(({ category }) => category))
  const cells = (list: readonly CategoryContribution[], category: SizeCategory): string[] => {
    const { size = 0, entryCount = 0 } = list.find((each) => each.category === category) ?? {}
    return [formatSize(size), String(entryCount)]
  }
  const rows = [...categories].map((category) =>
    tableRow(categoryColumns, [category, ...cells(before, category), ...cells(sent, category)]),
  )
  return [tableHead(categoryColumns), ...rows].join('\n')
}

export function entryLine({ index, kind, role, size, fate, sentSize }: EntryRow): string {
  const isAdded = index === null
  return tableRow(entryColumns, [
    isAdded ? '+' : String(index),
    kind,
    role,
    isAdded ? '-' : formatSize(size),
    fate,
    fate === 'dropped' ? '-' : formatSize(sentSize),
  ])
}
