import type { RecordingLine } from '../inspect/recording.ts'
import type { PlimsollEvent } from '../observability/events.ts'
import { chartLayout } from './chart-layout.ts'
import { pathsOf } from './paths-of.ts'
import { reportArtifacts } from './report-artifacts.ts'
import { reportCalls } from './report-calls.ts'
import { reportPage } from './report-page.ts'

/** Options of `writeReport`. */
export interface ReportOptions {
  /** Stands above the report. Default `Plimsoll report`. */
  readonly title?: string
  /**
   * The messages of a call, to be shown with it. Without it the report holds no content. What is given is shown as text,
   * whatever it says.
   */
  readonly messagesOf?: (assemblyId: string) => readonly unknown[] | undefined
}

/**
 * Makes a report of a run out of its events or its recording: one HTML page that loads nothing, as text. Pure; the same
 * events give the same page.
 *
 * @example
 * await writeFile('report.html', writeReport(events))
 */
export function writeReport(
  source: readonly (PlimsollEvent | RecordingLine)[],
  { title = 'Plimsoll report', messagesOf }: ReportOptions = {},
): string {
  const events = source.flatMap((item) => {
    if (item.type === 'event') return [item.event]
    return isEvent(item) ? [item] : []
  })
  const lines = source.filter((item) => !isEvent(item))
  const calls = reportCalls(events, pathsOf(lines)).map((call) => {
    const messages = messagesOf?.(call.id)
    return messages ? { ...call, messages: JSON.stringify(messages, null, 1) } : call
  })
  return reportPage(title, { calls, artifacts: reportArtifacts(events), chart: chartLayout() })
}

function isEvent(item: PlimsollEvent | RecordingLine): item is PlimsollEvent {
  // No line of a recording has such a type.
  return item.type.startsWith('assembly.') || item.type.startsWith('artifact.')
}
