import type { AttemptRejection, Awaitable } from '../../machines/assembly/assembly.ports.ts'
import type { AttemptFailure } from '../../machines/assembly/outcomes.ts'
import type { ReadProposal } from '../context/apply-plan.ts'
import type { Entry } from '../context/entry.ts'
import type { UnitReader } from '../context/reduction-units.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { ReducerContractError } from '../errors/reducer-contract-error.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import { answersAtOnce } from '../reducers/answers-at-once.ts'
import { orElse } from './and-then.ts'
import { askReducer } from './ask-reducer.ts'
import type { AssemblyState } from './assembly-state.ts'
import type { EntryMaker } from './entry-maker.ts'
import { readAnswer } from './read-answer.ts'
import { insideReducerOf } from './reducer-scope.ts'
import { prepareRequest } from './reduction-request.ts'
import type { ResultOffload } from './result-offload.ts'

/** What a reducer is asked for, and with what its answer is read. */
export interface ReductionContext<M> {
  readonly state: Pick<AssemblyState<M>, 'snapshot' | 'candidate'>
  readonly dialect: Dialect<M>
  readonly profile: CheckedProfile
  readonly maker: EntryMaker<M>
  readonly offload: ResultOffload
  readonly units: UnitReader
  readonly overhead: number
  /** Identity of the run, for telling whether the reducer calls back into it. */
  readonly run: object
  readonly attempt: number
  readonly last: AttemptRejection['reasons']
}

/** A reducer's answer, read; or what it failed with. */
export type ReducerOutcome<M> =
  | { readonly proposal: ReadProposal<M>; readonly failure: null }
  | { readonly proposal: null; readonly failure: AttemptFailure; readonly error: unknown }

/**
 * Asks the reducer, and reads what it answers; at once where the reducer answers at once. A breach of its contract is
 * thrown unless such failures are tolerated.
 */
export function proposeReduction<M>(
  { state, dialect, profile, maker, units, offload, overhead, run, attempt, last }: ReductionContext<M>,
  signal: AbortSignal,
): Awaitable<ReducerOutcome<M>> {
  const asked = withoutLedger(state.candidate)
  const options = {
    targetSize: Math.max(0, Math.floor(profile.threshold * profile.compactionTarget) - overhead),
    unit: profile.estimator.unit,
    attempt,
    last,
  }
  const request = prepareRequest(state.snapshot, asked, dialect, options, units)
  // The reducer is typed for the messages of the run's dialect, which the profile can't know.
  const reducer = profile.upstreamReducer as (request: unknown) => unknown
  const fail = (error: unknown): ReducerOutcome<M> => {
    if (profile.onReducerFailure === 'throw' || !ReducerContractError.isInstance(error)) throw error
    return { proposal: null, failure: 'reducerFailed', error }
  }
  const read = (value: unknown): Awaitable<ReducerOutcome<M>> =>
    offload.settle(
      () => readAnswer(value, asked, request, maker),
      (proposal) => ({ proposal, failure: null }),
    )
  if (answersAtOnce(reducer)) return orElse(() => read(reducer(request.open(signal))), fail)
  return insideReducerOf(run, (enter) =>
    askReducer(
      (reducerSignal) => enter(() => reducer(request.open(reducerSignal))),
      profile.reducerTimeoutMs,
      signal,
    ),
  ).then((answer) => {
    if (answer.failure === undefined) return orElse(() => read(answer.value), fail)
    return { proposal: null, failure: answer.failure, error: answer.error }
  })
}

// The list itself where it holds none: it may be known whose units it has.
function withoutLedger<M>(candidate: readonly Entry<M>[]): readonly Entry<M>[] {
  const isOther = ({ form }: Entry<M>): boolean => form !== 'ledger'
  return candidate.every(isOther) ? candidate : candidate.filter(isOther)
}
