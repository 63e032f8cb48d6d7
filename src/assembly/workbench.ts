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
import { answersAtOnce } from '../reducers/answers-at-once.ts'
import { andThen, isPromiseLike } from './and-then.ts'
import type { AssemblyState } from './assembly-state.ts'
import { confirmCandidate, type Verified } from './confirm-candidate.ts'
import { elideAgain, elideCandidate } from './elide-candidate.ts'
import { EntryMaker } from './entry-maker.ts'
import { fallbackForms } from './fallback-forms.ts'
import { type Capture, captureHistory } from './history.ts'
import { HistoryWatch } from './history-watch.ts'
import { judgeProposal } from './judge-proposal.ts'
import { ListSizes } from './list-sizes.ts'
import { lowWaterMark } from './low-water-mark.ts'
import { proposeReduction, type ReducerOutcome } from './propose-reduction.ts'
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
  readonly #watch: HistoryWatch<M>
  readonly #sizes = new ListSizes()
  #epoch = 0
  #started = false
  #state: AssemblyState<M> | null = null
  /** The list that passed last, and what it was measured against: neither is ever edited. */
  #verified: Verified<M> | null = null
  #kept: { readonly error: unknown } | null = null

  constructor(input: WorkbenchInput<M>) {
    this.#input = input
    this.#offload = new ResultOffload(input.offload, () => this.#watch.noteWait())
    this.#maker = new EntryMaker(input.dialect, input.profile, this.#offload, input.lastCall)
    this.#watch = new HistoryWatch(input, this.#maker, (entries) => this.#sizeOf(entries))
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

  proposeReduction(
    epoch: number,
    attempt: number,
    last: AttemptRejection['reasons'],
    signal: AbortSignal,
  ): Awaitable<ProposedFacts> {
    const { signal: callSignal, profile, rest, lastCall } = this.#input
    callSignal.throwIfAborted()
    if (this.#sizeOf(this.#accepted().candidate) <= profile.hardLimit && rest.takeRest()) {
      const draft = new SealedDraft<M>(epoch, { proposal: null })
      return andThen(this.recheckHistory(), (facts) => ({ ...facts, draft, failure: 'reducerRested' }))
    }
    if (!answersAtOnce(profile.upstreamReducer)) this.#watch.noteWait()
    const context = {
      ...this.#input,
      ...{ state: this.#accepted(), maker: this.#maker, offload: this.#offload, overhead: this.#overhead },
      units: lastCall?.units ?? new UnitReader(),
      ...{ attempt, last },
    }
    return andThen(proposeReduction(context, signal), (outcome) => this.#proposed(epoch, outcome))
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
    return this.#watch.recheck(this.#accepted())
  }

  confirmDispatch(): Awaitable<ConfirmedFacts> {
    const { candidate } = this.#accepted()
    const { profile, dialect, desk } = this.#input
    if (this.#sizeOf(candidate) > profile.hardLimit)
      throw new InternalError('the candidate fits the hard limit')
    const reasons = confirmCandidate(this.#accepted(), this.#verified, this.#maker, profile, dialect.rules)
    const look = (waited: boolean): Awaitable<RecheckedFacts> => {
      if (waited) this.#watch.noteWait()
      return this.#watch.lookAgain(this.#accepted())
    }
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
    return this.#watch.newest
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
    this.#watch.begin(isPromiseLike(read))
    return andThen(read, (state) => ({
      draft: new SealedDraft<M>(epoch, state),
      size: this.#sizeOf(state.candidate),
      intact: state.snapshot.defects.length === 0,
      evictable: state.carries ? countEvictable(state.candidate) : 0,
    }))
  }

  #proposed(epoch: number, outcome: ReducerOutcome<M>): Awaitable<ProposedFacts> {
    const { proposal, failure } = outcome
    const draft = new SealedDraft<M>(epoch, { proposal })
    // Who was interrupted is not waited for: nobody hears this, and what was kept meanwhile must stay.
    if (failure === 'reducerInterrupted') return { draft, failure, staleness: 'none', newestSize: 0 }
    this.#input.rest.note(failure !== null)
    if (outcome.failure !== null) this.keep(outcome.error)
    return andThen(this.recheckHistory(), (facts) => ({ ...facts, draft, failure }))
  }

  #fallBack(snapshot: Snapshot<M>): Fallback<M> {
    const { dialect, profile } = this.#input
    const forms = fallbackForms(this.#maker, profile)
    const room = lowWaterMark(this.#input, profile.hardLimit) - this.#overhead
    return fallBack(snapshot, dialect.rules, room, forms)
  }

  #recall(): Awaitable<readonly ReductionRange[]> {
    const recalled = this.#input.memory?.recall(this.#accepted().originals) ?? []
    if (!Array.isArray(recalled)) this.#watch.noteWait()
    return recalled
  }

  #verify(epoch: number, proposal: ReadProposal<M> | null): VerifiedFacts {
    const state = this.#accepted()
    const { rules } = this.#input.dialect
    const { change, reasons } = judgeProposal(state, proposal, this.#maker, rules)
    const refilled = this.#refill(change)
    // What is put back after that is verified at the last gate.
    if (reasons.length === 0)
      this.#verified = { rules, snapshot: state.snapshot, candidate: change.candidate }
    const { draft, size } = this.#candidateFacts(epoch, refilled, true)
    return { draft, size, reasons }
  }

  // What is left out makes room for bodies that went first.
  #refilledFacts(epoch: number, change: Partial<AssemblyState<M>>, changed: boolean): CandidateFacts {
    return this.#candidateFacts(epoch, this.#refill(change), changed)
  }

  #refill(change: Partial<AssemblyState<M>>): Partial<AssemblyState<M>> {
    const { dialect, profile } = this.#input
    const target = profile.threshold - this.#overhead
    return refill(this.#accepted(), change, this.#maker, dialect.rules, target)
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
