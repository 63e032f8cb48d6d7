import { ArtifactTally } from './artifact-tally.ts'
import type { AssemblyDiagnostics } from './diagnostics.ts'
import type { EventBody } from './event-body.ts'
import type { RunMetrics } from './run-metrics.ts'

/** Counts what a run and its children do. One for all of them, so that a parent's totals hold its children's. */
export class RunTotals {
  sequenceNumber = 0
  reducerCallCount = 0
  refusalCount = 0
  reportFailureCount = 0
  readonly #unit: string
  readonly #outcomes = {
    withinLimit: 0,
    reduced: 0,
    preservationFallback: 0,
    irreducible: 0,
    concurrentMutationLimit: 0,
  }
  readonly #counts = {
    startedCount: 0,
    composedCount: 0,
    attemptCount: 0,
    restartCount: 0,
    rejectionCount: 0,
    repairedEntryCount: 0,
    elidedEntryCount: 0,
    droppedEntryCount: 0,
  }
  readonly #originalSize = { total: 0, largest: 0 }
  readonly #finalSize = { total: 0, largest: 0 }
  readonly #offloads = new ArtifactTally({
    inline: 0,
    offloaded: 0,
    existingReference: 0,
    failed: 0,
    recoveryRequired: 0,
  })
  readonly #rehydrations = new ArtifactTally({
    resolved: 0,
    stale: 0,
    missing: 0,
    unauthorized: 0,
    overBudget: 0,
  })

  constructor(unit: string) {
    this.#unit = unit
  }

  note(body: EventBody): void {
    switch (body.type) {
      case 'assembly.started':
        this.#counts.startedCount += 1
        return
      case 'assembly.composed':
        this.#counts.composedCount += 1
        return
      case 'artifact.offloadDecided':
        this.#offloads.add(body.decision)
        return
      case 'artifact.rehydrationDecided':
        this.#rehydrations.add(body.decision)
        return
      default:
        this.#noteDecision(body.diagnostics)
    }
  }

  /** The totals as they are now; what happens later doesn't change them. */
  metrics(): RunMetrics {
    return Object.freeze({
      unit: this.#unit,
      ...this.#counts,
      outcomes: Object.freeze({ ...this.#outcomes }),
      originalSize: Object.freeze({ ...this.#originalSize }),
      finalSize: Object.freeze({ ...this.#finalSize }),
      offloads: this.#offloads.totals(),
      rehydrations: this.#rehydrations.totals(),
      reducerCallCount: this.reducerCallCount,
      refusalCount: this.refusalCount,
      reportFailureCount: this.reportFailureCount,
    })
  }

  #noteDecision(diagnostics: AssemblyDiagnostics): void {
    const counts = this.#counts
    this.#outcomes[diagnostics.outcome] += 1
    counts.attemptCount += diagnostics.attemptCount
    counts.restartCount += diagnostics.restartCount
    counts.rejectionCount += diagnostics.rejections.length
    counts.repairedEntryCount += diagnostics.repairedEntryCount
    counts.elidedEntryCount += diagnostics.elidedEntryCount
    counts.droppedEntryCount += diagnostics.droppedEntryCount
    add(this.#originalSize, diagnostics.originalSize)
    add(this.#finalSize, diagnostics.finalSize)
  }
}

function add(sizes: { total: number; largest: number }, size: number): void {
  sizes.total += size
  sizes.largest = Math.max(sizes.largest, size)
}
