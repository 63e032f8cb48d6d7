import type {
  AttemptRejection,
  Awaitable,
  CandidateFacts,
  CapturedFacts,
  ConfirmedFacts,
  Draft,
  ProposedFacts,
  RecheckedFacts,
  VerifiedFacts,
  Workbench,
} from '../../machines/assembly/assembly.ports.ts'
import { olderResults, requiredResults } from '../context/elide-results.ts'
import type { Entry } from '../context/entry.ts'
import { countEvictable, evictBodies } from '../context/evict-bodies.ts'
import { type Fallback, fallBack } from '../context/fall-back.ts'
import { insertAdditions } from '../context/insert-additions.ts'
import { sumSizes, utf8Bytes } from '../context/measure.ts'
import { lostReferences } from '../context/reference-ledger.ts'
import type { Snapshot } from '../context/snapshot.ts'
import { verifyProposal } from '../context/verify-proposal.ts'
import { EstimatorError } from '../errors/estimator-error.ts'
import { InternalError } from '../errors/internal-error.ts'
import { andThen } from './and-then.ts'
import type { AssemblyState } from './assembly-state.ts'
import { carryBodies } from './carry-bodies.ts'
import { elideCandidate } from './elide-candidate.ts'
import { EntryMaker } from './entry-maker.ts'
import { type Capture, captureHistory, isSameCapture } from './history.ts'
import { largestThat } from './largest-that.ts'
import { proposeReduction } from './propose-reduction.ts'
import { SealedDraft } from './sealed-draft.ts'
import { rebase, takeSnapshot } from './take-snapshot.ts'
import type { WorkbenchInput } from './workbench-input.ts'

/**
 * Holds the content of one provider call, and does the steps that the chart asks for. Nothing of the content can be
 * reached from outside: not by printing it, not by serialising it.
 */
export class AssemblyWorkbench<M> implements Workbench {
  readonly #input: WorkbenchInput<M>
  readonly #maker: EntryMaker<M>
  readonly #overhead: number
  #epoch = 0
  #started = false
  /** Others had the word since the capture: what the host holds may have been edited in place. */
  #waited = false
  #state: AssemblyState<M> | null = null
  #newest: readonly Entry<M>[] | null = null
  #kept: { readonly error: unknown } | null = null

  constructor(input: WorkbenchInput<M>) {
    this.#input = input
    this.#maker = new EntryMaker(input.dialect, input.profile)
    this.#overhead = input.profile.requestOverhead + this.#maker.overhead(input.overhead)
  }

  /** Size of what the request carries beside the messages. */
  get overhead(): number {
    return this.#overhead
  }

  captureSnapshot(epoch: number): Awaitable<CapturedFacts> {
    this.#epoch = epoch
    return andThen(captureHistory(this.#input.history), (capture) => this.#readCapture(epoch, capture))
  }

  evictBodies(epoch: number): CandidateFacts {
    const { candidate } = this.#accepted()
    const eviction = evictBodies(candidate, this.#input.profile.threshold - this.#overhead)
    return this.#candidateFacts(epoch, { candidate: eviction.entries }, eviction.evictedCount > 0)
  }

  elideResults(epoch: number): CandidateFacts {
    const { snapshot, candidate } = this.#accepted()
    const target = this.#input.profile.threshold - this.#overhead
    const change = elideCandidate(
      this.#accepted(),
      this.#maker,
      olderResults(snapshot),
      sumSizes(candidate),
      target,
    )
    return this.#candidateFacts(epoch, change, change.candidate !== candidate)
  }

  async proposeReduction(
    epoch: number,
    attempt: number,
    last: AttemptRejection['reasons'],
    signal: AbortSignal,
  ): Promise<ProposedFacts> {
    const { signal: callSignal, profile, rest } = this.#input
    callSignal.throwIfAborted()
    if (this.#sizeOf(this.#accepted().candidate) <= profile.hardLimit && rest.takeRest()) {
      const draft = new SealedDraft<M>(epoch, { proposal: null })
      return { ...(await this.recheckHistory()), draft, failure: 'reducerRested' }
    }
    this.#waited = true
    const outcome = await proposeReduction(
      {
        state: this.#accepted(),
        dialect: this.#input.dialect,
        profile,
        maker: this.#maker,
        overhead: this.#overhead,
        run: this.#input.run,
        attempt,
        last,
      },
      signal,
    )
    const { proposal, failure } = outcome
    const draft = new SealedDraft<M>(epoch, { proposal })
    // Who was interrupted is not waited for: nobody hears this, and what was kept meanwhile must stay.
    if (failure === 'reducerInterrupted') return { draft, failure, staleness: 'none', newestSize: 0 }
    rest.note(outcome.failure !== null)
    if (outcome.failure !== null) this.keep(outcome.error)
    return { ...(await this.recheckHistory()), draft, failure }
  }

  verifyProposal(epoch: number): VerifiedFacts {
    const { snapshot, candidate, proposal } = this.#accepted()
    if (!proposal?.entries) {
      const reasons = [proposal?.reason ?? 'emptyProposal'] as const
      return { draft: new SealedDraft<M>(epoch, {}), size: this.#sizeOf(candidate), reasons }
    }
    const proposed = this.#withLedger(snapshot, proposal.entries)
    const reasons = verifyProposal(snapshot, proposed, this.#input.dialect.rules, sumSizes(candidate))
    return {
      draft: new SealedDraft<M>(epoch, { candidate: proposed }),
      size: this.#sizeOf(proposed),
      reasons,
    }
  }

  fallBack(epoch: number): CandidateFacts {
    const fallback = this.#fallBack(this.#accepted().snapshot)
    return this.#candidateFacts(epoch, { candidate: fallback.entries }, true)
  }

  relieveByElision(epoch: number): CandidateFacts {
    const { snapshot, candidate } = this.#accepted()
    const limit = this.#input.profile.hardLimit - this.#overhead
    const change = elideCandidate(
      this.#accepted(),
      this.#maker,
      requiredResults(snapshot),
      sumSizes(candidate),
      limit,
    )
    const fallback = this.#fallBack(change.snapshot)
    return this.#candidateFacts(epoch, { snapshot: change.snapshot, candidate: fallback.entries }, true)
  }

  relieveByShrinking(epoch: number): CandidateFacts {
    const { snapshot } = this.#accepted()
    const { retention, minimumRetentionCount, hardLimit } = this.#input.profile
    const tryCount = (count: number): { readonly snapshot: Snapshot<M>; readonly fallback: Fallback<M> } => {
      const shrunk = rebase(snapshot, snapshot.entries, { ...retention, recentMessageRetentionCount: count })
      return { snapshot: shrunk, fallback: this.#fallBack(shrunk) }
    }
    const most = Math.max(minimumRetentionCount, retention.recentMessageRetentionCount - 1)
    const count = largestThat(minimumRetentionCount, most, (tried) => {
      return tryCount(tried).fallback.size + this.#overhead <= hardLimit
    })
    const shrunk = tryCount(count)
    return this.#candidateFacts(
      epoch,
      { snapshot: shrunk.snapshot, candidate: shrunk.fallback.entries },
      true,
    )
  }

  recheckHistory(): Awaitable<RecheckedFacts> {
    const { capture, candidate, withheld } = this.#accepted()
    return andThen(captureHistory(this.#input.history), (newest): Awaitable<RecheckedFacts> => {
      if (!isSameCapture(capture, newest)) return this.#changed(newest)
      const fresh: RecheckedFacts = { staleness: 'none', newestSize: this.#sizeOf(candidate) }
      if (withheld.length === 0) return fresh
      return andThen(this.#input.desk.anyFree(withheld), (free) =>
        free ? { ...fresh, staleness: 'lease' } : fresh,
      )
    })
  }

  confirmDispatch(): Awaitable<ConfirmedFacts> {
    const { snapshot, candidate } = this.#accepted()
    const { profile, dialect } = this.#input
    if (this.#sizeOf(candidate) > profile.hardLimit)
      throw new InternalError('the candidate fits the hard limit')
    if (profile.estimator !== utf8Bytes) for (const entry of candidate) this.#maker.remeasure(entry)
    const reasons =
      candidate === snapshot.entries ? [] : verifyProposal(snapshot, candidate, dialect.rules, undefined)
    return andThen(this.recheckHistory(), (recheck) => {
      const edited =
        recheck.staleness === 'none' && this.#waited && candidate.some((entry) => this.#maker.isEdited(entry))
      return edited ? { ...this.#changed(this.#accepted().capture), reasons } : { ...recheck, reasons }
    })
  }

  adopt(draft: Draft): void {
    const change = SealedDraft.open<M>(draft)
    if (!change || draft.epoch !== this.#epoch) throw new InternalError('a draft is adopted in its own epoch')
    this.#state = { ...(this.#state as AssemblyState<M>), ...change } // the first draft, a capture's, is complete
    if (!this.#started) this.#input.onStarted()
    this.#started = true
  }

  keep(error: unknown): void {
    this.#kept = { error }
  }

  /** The error that was kept last, which may be any value; null when there was none. */
  openKept(): { readonly error: unknown } | null {
    return this.#kept
  }

  /** The newest messages, where they are not those of the snapshot; null as long as no change was seen. */
  openNewest(): readonly Entry<M>[] | null {
    return this.#newest
  }

  /** What was accepted last; null when nothing was captured. */
  openState(): AssemblyState<M> | null {
    return this.#state
  }

  toJSON(): { readonly call: number } {
    return { call: this.#input.callNumber }
  }

  #readCapture(epoch: number, capture: Capture<M>): Awaitable<CapturedFacts> {
    const { dialect, profile, desk, signal } = this.#input
    signal.throwIfAborted()
    this.#waited = false
    const { snapshot: taken, repairedCount } = takeSnapshot(this.#read(capture), this.#maker, dialect.rules, {
      repairs: profile.onBrokenSequence === 'repair',
      retention: profile.retention,
    })
    return andThen(
      carryBodies(taken.entries, this.#input.bodies(), this.#maker, desk),
      ({ entries, withheld }) => {
        const snapshot = entries === taken.entries ? taken : rebase(taken, entries, profile.retention)
        const size = this.#sizeOf(snapshot.entries)
        const change = {
          capture,
          snapshot,
          repairedCount,
          withheld,
          candidate: snapshot.entries,
          proposal: null,
        }
        return {
          draft: new SealedDraft<M>(epoch, change),
          size,
          intact: snapshot.defects.length === 0,
          evictable: countEvictable(snapshot.entries),
        }
      },
    )
  }

  // Holes are messages, too: they are told by their index.
  #read(capture: Capture<M>): readonly Entry<M>[] {
    return Array.from(capture.messages, (message, index) => this.#maker.original(message, index))
  }

  #changed(newest: Capture<M>): RecheckedFacts {
    const entries = this.#read(newest)
    this.#newest = entries
    return { staleness: 'version', newestSize: this.#sizeOf(entries) }
  }

  #fallBack(snapshot: Snapshot<M>): Fallback<M> {
    const { dialect, profile } = this.#input
    return fallBack(snapshot, dialect.rules, profile.hardLimit - this.#overhead, {
      ledger: (digests) => this.#maker.ledger(digests),
      notice: profile.omissionNotice ? this.#maker.notice() : null,
    })
  }

  #withLedger(snapshot: Snapshot<M>, entries: readonly Entry<M>[]): readonly Entry<M>[] {
    const lost = lostReferences(snapshot, entries)
    return lost.length === 0
      ? entries
      : insertAdditions(entries, [this.#maker.ledger(lost)], this.#input.dialect.rules)
  }

  #candidateFacts(epoch: number, change: Partial<AssemblyState<M>>, changed: boolean): CandidateFacts {
    const size = this.#sizeOf(change.candidate ?? this.#accepted().candidate)
    return { draft: new SealedDraft<M>(epoch, change), size, changed }
  }

  #sizeOf(entries: readonly Entry<M>[]): number {
    const size = sumSizes(entries) + this.#overhead
    if (!Number.isSafeInteger(size)) throw new EstimatorError('unsafeSum', this.#input.profile.estimator.unit)
    return size
  }

  #accepted(): AssemblyState<M> {
    if (!this.#state) throw new InternalError('a snapshot is captured before any other step')
    return this.#state
  }
}
