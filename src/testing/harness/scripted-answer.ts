import type { Plan } from '../../context/plan.ts'
import type { ReductionRequest } from '../../context/reduction.ts'
import { eventsOf, type PathMoment } from './path-moments.ts'
import { proposalLabel } from './scripted-content.ts'

/** What the reducer does: a number is the proposal that it makes, counted from 0. */
export type ScriptedAnswer = 'never' | 'throw' | 'nothing' | number

const never = new Promise<never>(() => {})

/** What the reducer must do at this moment for the path to go on as it does. */
export function answerAt(moments: readonly PathMoment[], at: number): ScriptedAnswer {
  const event = moments[at]?.event
  if (event?.type === 'step.failed') return 'nothing'
  if (event?.type !== 'reduction.proposed' || event.facts.failure === 'reducerTimedOut') return 'never'
  if (event.facts.failure === 'reducerFailed') return 'throw'
  const next = moments[at + 1]?.event
  if (next?.type !== 'proposal.verified' || next.facts.reasons.length > 0) return 'nothing'
  const start = moments.findLastIndex(({ state }, before) => before < at && state === 'snapshot.capturing')
  const before = eventsOf(moments.slice(start, at), 'proposal.verified')
  return before.filter(({ facts }) => facts.reasons.length === 0).length
}

/** Does it. */
export function reduceAs<M>(
  answer: ScriptedAnswer,
  { units, text }: Pick<ReductionRequest<M>, 'units' | 'text'>,
): Plan | Promise<never> {
  if (answer === 'never') return never
  if (answer === 'throw') throw new Error('the scripted reducer fails')
  if (answer === 'nothing') return {}
  return { drop: units.flatMap(({ index }) => (text(index).includes(proposalLabel(answer)) ? [index] : [])) }
}
