import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import { type OffloadDecision, offloadBody } from '../artifacts/offload-body.ts'
import { type ReadDecision, readArtifact } from '../artifacts/read-artifact.ts'
import { untilAborted } from '../artifacts/until-aborted.ts'
import type { ArtifactOwner, Workspace } from '../artifacts/workspace.ts'
import { wrapBody } from '../artifacts/wrap-body.ts'
import { isWholeRange } from '../assembly/is-whole-range.ts'
import type { OffloadDesk } from '../assembly/offload-desk.ts'
import type { RehydratedBody } from '../assembly/rehydrated-body.ts'
import type { Digest } from '../context/entry.ts'
import { leaseKeyOf } from '../context/envelope.ts'
import { readReference, referenceBytes } from '../context/references.ts'
import { ArtifactError } from '../errors/artifact-error.ts'
import type { LeaseCoordinator, LeaseKey } from '../leases/lease-coordinator.ts'
import type { OffloadDiagnostics, RehydrationDiagnostics } from '../observability/artifact-diagnostics.ts'
import type { Reporter } from '../observability/reporter.ts'
import type { OffloadedResult, OffloadRequest, RehydrateOptions } from './artifact-requests.ts'
import type { ArtifactSettings } from './artifact-settings.ts'
import { DigestHolder } from './digest-holder.ts'
import { OffloadBook } from './offload-book.ts'
import { PendingBodies } from './pending-bodies.ts'
import type { PersistedBody } from './persisted-run.ts'
import { stayInline } from './without-workspace.ts'

/** A request that ends when its signal or its run does. */
export interface Cancellable {
  readonly signal: AbortSignal
}

/** What a run's artifacts need of their run. */
export interface ArtifactScope {
  readonly settings: ArtifactSettings
  readonly leases: () => LeaseCoordinator
  readonly reporter: Reporter | null
  /** Throws when the run is closed, or its trust binding lost. */
  readonly ensureOpen: () => void
  /** UTF-8 bytes that a list of the run may have; undefined where its unit is another. */
  readonly roomBytes: () => number | undefined
}

/** The artifacts of one run: what it has offloaded, and the bodies that wait to be delivered. */
export class RunArtifacts {
  readonly #scope: ArtifactScope
  #book: OffloadBook
  readonly #pending = new PendingBodies()
  readonly #holder: DigestHolder

  constructor(scope: ArtifactScope) {
    this.#scope = scope
    this.#book = new OffloadBook(scope.settings)
    this.#holder = new DigestHolder(scope.settings.workspace)
  }

  /** Bodies that wait to be delivered, as a capture finds them. */
  bodies(): readonly RehydratedBody[] {
    return this.#pending.list()
  }

  /** The names of the bodies that wait, for a run that is persisted. */
  pending(): readonly PersistedBody[] {
    return this.#pending.list().map(({ key, standsAlone }) => ({
      key,
      source: standsAlone === true ? 'policy' : 'toolRequest',
    }))
  }

  /** One call's access to the workspace; null where there is none. A call that only observes stores nothing. */
  desk(assemblyId: string, signal: AbortSignal, stores: boolean): OffloadDesk | null {
    if (!this.#scope.settings.workspace) return null
    return {
      envelopeOf: (result) => this.#book.envelopeOf(result),
      store: (results) => {
        if (!stores) return nothing
        return this.#book.store(results, signal, (decision) => {
          this.#tellOffload(decision, 'dispatch', assemblyId)
        })
      },
    }
  }

  async offload(
    text: string,
    { tool, readBack, signal }: OffloadRequest & Cancellable,
  ): Promise<OffloadedResult> {
    this.#scope.ensureOpen()
    const { workspace, owner, inlineLimitBytes, previewBytes } = this.#scope.settings
    if (!workspace) return stayInline(text)
    const options = { inlineLimitBytes, previewBytes, tool, readBack, signal }
    const decision = await offloadBody(workspace, owner, text, options)
    if (decision.digest !== null) this.#book.noteStored(decision.digest)
    // The binding may have been lost, or the run closed, while the storage worked.
    this.#scope.ensureOpen()
    return { text: decision.text, decision: this.#tellOffload(decision, 'tool', null) }
  }

  async rehydrate(
    reference: string,
    { maxBytes, range, source = 'policy', signal }: RehydrateOptions & Cancellable,
  ): Promise<RehydrationDiagnostics> {
    this.#scope.ensureOpen()
    const { workspace, owner } = this.#scope.settings
    const digest = typeof reference === 'string' ? readReference(reference) : undefined
    if (digest === undefined) throw new ArtifactError('invalidReference')
    const roomBytes = this.#scope.roomBytes()
    const budgetBytes = leastOf(maxBytes, roomBytes)
    const request = { digest, source, budgetBytes }
    if (workspace && (await this.#isDelivered(leaseKeyOf({ digest, range }), signal))) {
      const bytes = await bytesOf(workspace, digest, owner, signal)
      if (bytes !== undefined) return this.#tellRehydration(request, deliveredBefore(bytes, range ?? null))
    }
    const read = await readArtifact(workspace, owner, digest, {
      ...{ maxBytes: maxBytes ?? Number.MAX_SAFE_INTEGER, range, roomBytes, signal },
    })
    // The binding may have been lost, or the run closed, while the storage worked.
    this.#scope.ensureOpen()
    if (read.outcome !== 'resolved') return this.#tellRehydration(request, refused(read))
    // All of it is one body, however it is asked for.
    const stretch = isWholeRange(read.range, read.observedBytes) ? undefined : read.range
    const key = leaseKeyOf({ digest, range: stretch })
    const isDelivered = await this.#isDelivered(key, signal)
    // The same may have happened while the coordinator was asked.
    this.#scope.ensureOpen()
    if (isDelivered) {
      return this.#tellRehydration(request, deliveredBefore(read.observedBytes, stretch ?? null))
    }
    this.#holder.hold(digest)
    const text = wrapBody(read.text, { digest, range: stretch })
    this.#pending.add({ digest, key, text, standsAlone: source === 'policy' })
    return this.#tellRehydration(request, {
      ...{ outcome: 'resolved', reason: 'digestVerified', alreadyDelivered: false },
      ...{ range: stretch ?? null, outputBytes: read.outputBytes, observedBytes: read.observedBytes },
    })
  }

  /** Forgets bodies that were delivered as often as they may be, of those that a call has sent. */
  forgetDelivered(sent: readonly LeaseKey[]): Awaitable<void> {
    if (sent.length === 0) return
    const { deliveriesPerBody } = this.#scope.settings
    // Also where a store did not hear of it: a body is rather withheld than sent twice.
    if (deliveriesPerBody === 1) return this.#pending.forget(sent)
    return this.#deliveredOf(sent).then((keys) => this.#pending.forget(keys))
  }

  close(): void {
    this.#pending.clear()
    // It knows results by their texts.
    this.#book = new OffloadBook(this.#scope.settings)
    this.#holder.letGo()
  }

  async #isDelivered(key: LeaseKey, signal: AbortSignal): Promise<boolean> {
    return (await untilAborted(this.#deliveredOf([key]), signal)).has(key)
  }

  // A store that is out of reach is asked again when the body is to be sent.
  async #deliveredOf(keys: readonly LeaseKey[]): Promise<ReadonlySet<LeaseKey>> {
    try {
      return await this.#scope.leases().deliveredOf(keys, this.#scope.settings.deliveriesPerBody)
    } catch {
      return nothing
    }
  }

  #tellOffload(
    { outcome, reason, inputBytes, outputBytes, digest }: OffloadDecision,
    source: OffloadDiagnostics['source'],
    assemblyId: string | null,
  ): OffloadDiagnostics {
    if (digest !== null) this.#holder.hold(digest)
    const decision = Object.freeze({ outcome, reason, source, inputBytes, outputBytes })
    this.#scope.reporter?.report({ type: 'artifact.offloadDecided', assemblyId, decision })
    return decision
  }

  #tellRehydration(
    { source, budgetBytes }: Pick<RehydrationDiagnostics, 'source' | 'budgetBytes'>,
    answer: Answer,
  ): RehydrationDiagnostics {
    const decision = Object.freeze({ ...answer, source, budgetBytes, inputBytes: referenceBytes })
    this.#scope.reporter?.report({ type: 'artifact.rehydrationDecided', assemblyId: null, decision })
    return decision
  }
}

type Answer = Omit<RehydrationDiagnostics, 'source' | 'budgetBytes' | 'inputBytes'>

function refused({ outcome, reason, observedBytes }: ReadDecision): Answer {
  return { outcome, reason, alreadyDelivered: false, range: null, outputBytes: null, observedBytes }
}

function deliveredBefore(observedBytes: number, range: Answer['range']): Answer {
  const facts = { outcome: 'resolved', reason: 'alreadyDelivered', alreadyDelivered: true } as const
  return { ...facts, range, outputBytes: null, observedBytes }
}

// Whatever keeps it from telling is told by reading, which comes next.
async function bytesOf(
  workspace: Workspace,
  digest: Digest,
  owner: ArtifactOwner,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    const stat = await untilAborted(workspace.stat(digest, owner, { signal }), signal)
    return stat.status === 'found' ? stat.record.bytes : undefined
  } catch {
    return undefined
  }
}

function leastOf(...bounds: readonly (number | undefined)[]): number | null {
  const known = bounds.filter((bound) => bound !== undefined)
  return known.length === 0 ? null : Math.min(...known)
}

const nothing: ReadonlySet<Digest> = new Set()
