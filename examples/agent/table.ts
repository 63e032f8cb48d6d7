import type { AssemblyDiagnostics } from 'plimsoll'

type Stage = AssemblyDiagnostics['stages'][number]

const stageWords: Partial<Record<Stage, string>> = {
  recoverableBodyEviction: 'evict',
  resultElision: 'elide',
  reducerAttempt: 'reduce',
  restartedAfterMutation: 'restart',
  deterministicFallback: 'fallback',
  reliefElision: 'relief elide',
  reliefShrinkRetention: 'relief shrink',
}

export const tableHead = [
  columns('call', 'messages', 'before', 'outcome', 'sent', 'attempts', 'stages'),
  columns('----', '---------', '---------', '-'.repeat(20), '---------', '--------', '------'),
].join('\n')

/** One provider call as a line. */
export function tableRow(number: number, call: AssemblyDiagnostics): string {
  const sentCount = call.keptIndexes.length
  return columns(
    String(number),
    `${sentCount + call.droppedEntryCount} -> ${sentCount}`,
    sizeText(call.originalSize),
    call.outcome,
    call.terminationReason ? 'nothing' : sizeText(call.finalSize),
    String(call.attemptCount),
    stagesText(call.stages),
  )
}

/** The closing line. */
export function summaryLine(calls: readonly AssemblyDiagnostics[]): string {
  const sent = calls.filter(({ terminationReason }) => terminationReason === null)
  const compacted = sent.filter(({ outcome }) => outcome !== 'withinLimit').length
  const largest = Math.max(0, ...sent.map(({ finalSize }) => finalSize))
  const above = sent.filter(({ finalSize, hardLimit }) => finalSize > hardLimit).length
  const limit = calls[0]?.hardLimit ?? 0
  return (
    `${calls.length} provider calls, ${compacted} compacted, ` +
    `largest sent ${sizeText(largest)} of ${sizeText(limit)}, ${above} above the limit`
  )
}

export function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`
  const count = bytes / 1_024
  return `${Number.isInteger(count) ? count : count.toFixed(1)} KiB`
}

function columns(
  ...[call = '', messages = '', before = '', outcome = '', sent = '', attempts = '', stages = '']: string[]
): string {
  return [
    call.padStart(4),
    messages.padStart(9),
    before.padStart(9),
    outcome.padEnd(20),
    sent.padStart(9),
    attempts.padStart(8),
    stages,
  ].join('  ')
}

function stagesText(stages: readonly Stage[]): string {
  const words = stages
    .filter((stage) => stage !== 'snapshotCaptured')
    .map((stage) => stageWords[stage] ?? stage)
  return words.length > 0 ? words.join(', ') : '-'
}
