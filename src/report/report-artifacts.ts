import type { PlimsollEvent } from '../observability/events.ts'

/** What became of artifacts, as the report sums it up: a count for each outcome, and the bytes that stayed out of lists. */
export interface ReportedArtifacts {
  readonly offloads: Readonly<Record<string, number>>
  readonly rehydrations: Readonly<Record<string, number>>
  readonly offloadedBytes: number
  readonly deliveredBytes: number
}

export function reportArtifacts(events: readonly PlimsollEvent[]): ReportedArtifacts {
  const offloads: Record<string, number> = {}
  const rehydrations: Record<string, number> = {}
  let [offloadedBytes, deliveredBytes] = [0, 0]
  for (const event of events) {
    if (!('decision' in event)) continue
    const { outcome, inputBytes, outputBytes } = event.decision
    const counts = event.type === 'artifact.offloadDecided' ? offloads : rehydrations
    counts[outcome] = (counts[outcome] ?? 0) + 1
    if (outcome === 'offloaded' || outcome === 'existingReference') offloadedBytes += inputBytes
    if (outcome === 'resolved') deliveredBytes += outputBytes ?? 0
  }
  return { offloads, rehydrations, offloadedBytes, deliveredBytes }
}
