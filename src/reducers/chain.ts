import type { Plan, PlannedSummary } from '../context/plan.ts'
import type { ReductionRequest, ReductionUnit } from '../context/reduction.ts'

/** A reducer that answers with a plan, which can be joined with others. */
export type PlanReducer = (request: ReductionRequest<unknown>) => Plan | PromiseLike<Plan>

/**
 * A reducer that asks several in turn: each is shown what the ones before leave, until the target is reached, and their
 * plans become one. Use it to take out first what is missed least, such as `chain(dropToolExchanges({ keep: 4 }),
 * dropOldest())`. It costs what its reducers cost; those that are not needed aren't asked. One that fails fails the chain.
 *
 * Takes reducers that answer with plans. What an elided result saves is not known here, so that the next one is asked too.
 */
export function chain(...reducers: readonly [PlanReducer, ...PlanReducer[]]): PlanReducer {
  return async (request) => {
    const drop = new Set<number>()
    const elide = new Set<number>()
    const summaries: PlannedSummary[] = []
    let left = request
    for (const reducer of reducers) {
      const plan = inWholeRequest(await reducer(left), left, request)
      for (const unit of plan.drop) drop.add(unit)
      for (const entry of plan.elide) elide.add(entry)
      summaries.push(...plan.summaries)
      left = withoutGone(request, drop, summaries)
      if (left.currentSize <= request.targetSize || left.units.length === 0) break
    }
    return { drop: [...drop], elide: [...elide], summaries: joinMeeting(summaries) }
  }
}

/** A plan in the units of the whole request. What a plan names that isn't there stays so, to be rejected. */
function inWholeRequest(
  { drop = [], elide = [], summaries = [] }: Plan,
  left: ReductionRequest<unknown>,
  { units }: ReductionRequest<unknown>,
): Required<Plan> {
  const indexOf = new Map(units.map((unit) => [unit.entries, unit.index]))
  const whole = (index: number): number => indexOf.get(left.units[index]?.entries ?? []) ?? units.length
  return {
    drop: drop.map(whole),
    elide,
    summaries: summaries.map(({ over: [first, last], text }) => ({
      over: [whole(first), whole(last)],
      text,
    })),
  }
}

function withoutGone(
  request: ReductionRequest<unknown>,
  drop: ReadonlySet<number>,
  summaries: readonly PlannedSummary[],
): ReductionRequest<unknown> {
  const isGone = ({ index }: ReductionUnit): boolean =>
    drop.has(index) || summaries.some(({ over: [first, last] }) => index >= first && index <= last)
  const kept = request.units.filter((unit) => !isGone(unit))
  const goneSize = request.units.filter(isGone).reduce((sum, { size }) => sum + size, 0)
  const addedSize = summaries.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  return {
    ...withoutMessages(request),
    units: kept.map((unit, index) => ({ ...unit, index })),
    currentSize: request.currentSize - goneSize + addedSize,
    get messages() {
      return request.messages
    },
    text: (index) => request.text(kept[index]?.index ?? request.units.length),
    transcript: (index) => request.transcript(kept[index]?.index ?? request.units.length),
  }
}

// Reading `messages` would copy them all.
function withoutMessages({
  targetSize,
  unit,
  attempt,
  rejections,
  turnRules,
  signal,
}: ReductionRequest<unknown>): Pick<
  ReductionRequest<unknown>,
  'targetSize' | 'unit' | 'attempt' | 'rejections' | 'turnRules' | 'signal'
> {
  return { targetSize, unit, attempt, rejections, turnRules, signal }
}

// Ranges that were apart in what was left may enclose one another in the whole.
function joinMeeting(summaries: readonly PlannedSummary[]): readonly PlannedSummary[] {
  const joined: PlannedSummary[] = []
  for (const summary of [...summaries].sort((one, other) => one.over[0] - other.over[0])) {
    const last = joined.at(-1)
    if (!last || last.over[1] < summary.over[0]) joined.push(summary)
    else {
      const over = [last.over[0], Math.max(last.over[1], summary.over[1])] as const
      joined[joined.length - 1] = { over, text: `${last.text}\n\n${summary.text}` }
    }
  }
  return joined
}
