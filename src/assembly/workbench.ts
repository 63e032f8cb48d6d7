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
import type { ReadProposal } from '../context/apply-plan.ts'
import { requiredResults } from '../context/elide-results.ts'
import type { Entry } from '../context/entry.ts'
import { countEvictable, evictBodies } from '../context/evict-bodies.ts'
import { type Fallback, fallBack } from '../context/fall-back.ts'
import { sumSizes } from '../context/measure.ts'
import { UnitReader } from '../context/reduction-units.ts'
import type { Snapshot } from '../context/snapshot.ts'
import { EstimatorError } from '../errors/estimator-error.ts'
import { InternalError } from '../errors/internal-error.ts'
import type { ReductionRange } from '../memory/reduction-range.ts'
import { andThen, isPromiseLike } from './and-then.ts'
import type { AssemblyState } from './assembly-state.ts'
import { confirmCandidate } from './confirm-candidate.ts'
import { elideAgain, elideCandidate } from './elide-candidate.ts'
import { EntryMaker } from './entry-maker.ts'
import { fallbackForms } from './fallback-forms.ts'
import { type Capture, captureHistory, isSameCapture, recaptureHistory } from './history.ts'
import { judgeProposal } from './judge-proposal.ts'
import { ListSizes } from './list-sizes.ts'
import { lowWaterMark } from './low-water-mark.ts'
import { proposeReduction } from './propose-reduction.ts'
import { readCapture } from './read-capture.ts'
import { recordAhead } from './record-ahead.ts'
import { refill } from './refill.ts'
import { elidablePositions, replayReduction } from './replay-reduction.ts'
import { ResultOffload } from './result-offload.ts'
import { SealedDraft } from './sealed-draft.ts'
import { shrinkRetention } from './shrink-retention.ts'
import type { WorkbenchInput } from './workbench-input.ts'

/**
 * Holds the content of one provider call, and does the steps that the chart asks for. Nothing of the content can be
 * reached from outside: not by printing it, not by serialising it.
 */
export class AssemblyWorkbench<M> implements Workbench {
  readonly #input: WorkbenchInput<M>
  readonly #offload: ResultOffload
  readonly #maker: EntryMaker<M>
  readonly #overhead: number
  readonly #sizes = new ListSizes()
  #epoch = 0
  #started = false
  /** Others had the word since the capture: what the host holds may have been edited in place. */
  #waited = false
  #state: AssemblyState<M> | null = null
  #newest: readonly Entry<M>[] | null = null
  #kept: { readonly error: unknown } | null = null

  constructor(input: WorkbenchInput<M>) {
    this.#input = input
    this.#offload = new ResultOffload(input.offload, () => {
      this.#waited = true
    })
    this.#maker = new EntryMaker(input.dialect, input.profile, this.#offload, input.lastCall)
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

  elideResults(epoch: number): Awaitable<CandidateFacts> {
    return andThen(this.#recall(), (recalled) => {
      const { threshold } = this.#input.profile
      const net = (mark: number): number => mark - this.#overhead
      const room = { threshold: net(threshold), target: net(lowWaterMark(this.#input, threshold)) }
      const state = this.#accepted()
      const before = elidablePositions(state.snapshot, recalled)
      return this.#offload.settle(
        () => elideAgain(state, this.#maker, before, room),
        (change) => this.#refilledFacts(epoch, change, change.candidate !== state.candidate),
      )
    })
  }

  replayReduction(epoch: number): Awaitable<VerifiedFacts> {
    return andThen(this.#recall(), (recalled) =>
      this.#offload.settle(
        () => replayReduction(this.#accepted(), recalled, this.#maker),
        (replayed) => {
          const facts = this.#verify(epoch, replayed ? { entries: replayed } : { reason: 'notSmaller' })
          if (replayed && facts.reasons.length > 0) this.#input.memory?.forget(recalled)
          return facts
        },
      ),
    )
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
        ...this.#input,
        ...{ state: this.#accepted(), maker: this.#maker, offload: this.#offload, overhead: this.#overhead },
        units: this.#input.lastCall?.units ?? new UnitReader(),
        ...{ attempt, last },
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
    return this.#verify(epoch, this.#accepted().proposal)
  }

  fallBack(epoch: number): CandidateFacts {
    const { entries } = this.#fallBack(this.#accepted().snapshot)
    return this.#refilledFacts(epoch, { candidate: entries }, true)
  }

  relieveByElision(epoch: number): Awaitable<CandidateFacts> {
    const state = this.#accepted()
    const limit = this.#input.profile.hardLimit - this.#overhead
    const [order, size] = [requiredResults(state.snapshot), sumSizes(state.candidate)]
    return this.#offload.settle(
      () => elideCandidate(state, this.#maker, order, size, limit),
      ({ snapshot }) =>
        this.#refilledFacts(epoch, { snapshot, candidate: this.#fallBack(snapshot).entries }, true),
    )
  }

  relieveByShrinking(epoch: number): CandidateFacts {
    const { profile } = this.#input
    const limit = profile.hardLimit - this.#overhead
    const fall = (shrunk: Snapshot<M>): Fallback<M> => this.#fallBack(shrunk)
    const { snapshot, fallback } = shrinkRetention(this.#accepted().snapshot, profile, limit, fall)
    return this.#refilledFacts(epoch, { snapshot, candidate: fallback.entries }, true)
  }

  recheckHistory(): Awaitable<RecheckedFacts> {
    const { capture, candidate, withheld } = this.#accepted()
    return andThen(recaptureHistory(this.#input.history, capture), (newest): Awaitable<RecheckedFacts> => {
      if (!isSameCapture(capture, newest)) return this.#changed(newest)
      const fresh: RecheckedFacts = { staleness: 'none', newestSize: this.#sizeOf(candidate) }
      if (withheld.length === 0) return fresh
      return andThen(this.#input.desk.anyFree(withheld), (free) =>
        free ? { ...fresh, staleness: 'lease' } : fresh,
      )
    })
  }

  confirmDispatch(): Awaitable<ConfirmedFacts> {
    const { candidate } = this.#accepted()
    const { profile, dialect, desk } = this.#input
    if (this.#sizeOf(candidate) > profile.hardLimit)
      throw new InternalError('the candidate fits the hard limit')
    const reasons = confirmCandidate(this.#accepted(), this.#maker, profile, dialect.rules)
    const look = (waited: boolean) => this.#lookAgain(waited)
    const facts = reasons.length > 0 ? look(false) : recordAhead(desk, candidate, look)
    return andThen(facts, (rechecked) => ({ ...rechecked, reasons }))
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
    this.#input.signal.throwIfAborted()
    const messages = this.#maker.originals(capture.messages)
    const read = readCapture(capture, messages, this.#maker, this.#input)
    // Whoever keeps the leases has the word, where they are elsewhere.
    this.#waited = isPromiseLike(read)
    return andThen(read, (state) => ({
      draft: new SealedDraft<M>(epoch, state),
      size: this.#sizeOf(state.candidate),
      intact: state.snapshot.defects.length === 0,
      evictable: countEvictable(state.candidate),
    }))
  }

  // Also at what was left out or derived from: either was made of what the message held.
  #lookAgain(waited: boolean): Awaitable<RecheckedFacts> {
    this.#waited ||= waited
    return andThen(this.recheckHistory(), (facts) => {
      const { capture, read } = this.#accepted()
      if (facts.staleness === 'version' || !this.#waited) return facts
      return read.some((entry) => this.#maker.isEdited(entry)) ? this.#changed(capture) : facts
    })
  }

  #changed(newest: Capture<M>): RecheckedFacts {
    const entries = this.#maker.originals(newest.messages)
    this.#newest = entries
    return { staleness: 'version', newestSize: this.#sizeOf(entries) }
  }

  #fallBack(snapshot: Snapshot<M>): Fallback<M> {
    const { dialect, profile } = this.#input
    const forms = fallbackForms(this.#maker, profile)
    const room = lowWaterMark(this.#input, profile.hardLimit) - this.#overhead
    return fallBack(snapshot, dialect.rules, room, forms)
  }

  #recall(): Awaitable<readonly ReductionRange[]> {
    const recalled = this.#input.memory?.recall(this.#accepted().originals) ?? []
    if (!Array.isArray(recalled)) this.#waited = true
    return recalled
  }

  #verify(epoch: number, proposal: ReadProposal<M> | null): VerifiedFacts {
    const state = this.#accepted()
    const { change, reasons } = judgeProposal(state, proposal, this.#maker, this.#input.dialect.rules)
    const { draft, size } = this.#refilledFacts(epoch, change, true)
    return { draft, size, reasons }
  }

  // What is left out makes room for bodies that went first.
  #refilledFacts(epoch: number, change: Partial<AssemblyState<M>>, changed: boolean): CandidateFacts {
    const { dialect, profile } = this.#input
    const target = profile.threshold - this.#overhead
    const refilled = refill(this.#accepted(), change, this.#maker, dialect.rules, target)
    return this.#candidateFacts(epoch, refilled, changed)
  }

  #candidateFacts(epoch: number, change: Partial<AssemblyState<M>>, changed: boolean): CandidateFacts {
    const size = this.#sizeOf(change.candidate ?? this.#accepted().candidate)
    return { draft: new SealedDraft<M>(epoch, change), size, changed }
  }

  #sizeOf(entries: readonly Entry<M>[]): number {
    const size = this.#sizes.of(entries) + this.#overhead
    if (!Number.isSafeInteger(size)) throw new EstimatorError('unsafeSum', this.#input.profile.estimator.unit)
    return size
  }

  #accepted(): AssemblyState<M> {
    if (!this.#state) throw new InternalError('a snapshot is captured before any other step')
    return this.#state
  }
}
