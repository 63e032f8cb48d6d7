import type { Cell } from './measure-cell.ts'
import type { CellResult } from './run-cell.ts'

export interface Row extends Pick<Cell, 'scenario' | 'messages'> {
  readonly subject: string
  readonly result: CellResult
}

/** Medians, and their ratio to the floor of the same length, as a Markdown table. */
export function resultTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.map(({ messages, scenario }) => `${messages} ${scenario}`))]
  const subjects = [...new Set(rows.map(({ subject }) => subject))]
  const header = `| subject | ${columns.map((column) => column.replace(' ', ', ')).join(' | ')} |`
  const lines = subjects.map(
    (subject) => `| ${subject} | ${columns.map((column) => cellOf(rows, subject, column)).join(' | ')} |`,
  )
  return [header, `| --- | ${columns.map(() => '---').join(' | ')} |`, ...lines].join('\n')
}

function cellOf(rows: readonly Row[], subject: string, column: string): string {
  const result = find(rows, subject, column)
  if (!result) return '-'
  if ('gaveUp' in result) return result.gaveUp
  const floor = find(rows, 'floor', column)
  const ratio = floor && !('gaveUp' in floor) ? ` (${(result.medianMs / floor.medianMs).toFixed(2)}x)` : ''
  return `${result.medianMs.toFixed(2)} ms${subject === 'floor' ? '' : ratio}`
}

function find(rows: readonly Row[], subject: string, column: string): CellResult | undefined {
  return rows.find((row) => row.subject === subject && `${row.messages} ${row.scenario}` === column)?.result
}
