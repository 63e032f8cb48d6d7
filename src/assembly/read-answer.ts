import { applyPlan, type ReadProposal } from '../context/apply-plan.ts'
import type { Entry } from '../context/entry.ts'
import { fingerprint } from '../context/fingerprint.ts'
import { isPlan } from '../context/plan.ts'
import { readMessages } from '../context/read-messages.ts'
import { ReducerContractError } from '../errors/reducer-contract-error.ts'
import type { EntryMaker } from './entry-maker.ts'
import type { PreparedRequest } from './reduction-request.ts'

/**
 * Reads a reducer's answer as a list made of the candidate's entries. What can't be read is a rejection with a reason.
 *
 * @throws ReducerContractError when the answer is neither a plan nor an array
 */
export function readAnswer<M>(
  answer: unknown,
  candidate: readonly Entry<M>[],
  request: PreparedRequest<M>,
  maker: EntryMaker<M>,
): ReadProposal<M> {
  if (Array.isArray(answer)) return readList(answer as M[], candidate, request, maker) // read as foreign where it is not
  if (!isReadablePlan(answer)) throw new ReducerContractError(typeName(answer))
  return applyPlan(candidate, request.units, answer, {
    elide: (entry) => maker.elided(entry),
    summary: (text) => maker.summary(text),
  })
}

function readList<M>(
  answer: readonly M[],
  candidate: readonly Entry<M>[],
  request: PreparedRequest<M>,
  maker: EntryMaker<M>,
): ReadProposal<M> {
  // More messages than there were, and a summary for each gap between them, can't be an honest reduction.
  if (answer.length > 2 * candidate.length + 1) return { reason: 'notSmaller' }
  const entries = readMessages<M>(candidate, answer, {
    placeOf: (message) => request.placeOfCopy.get(message),
    fingerprint,
    foreign: (message) => maker.foreign(message),
  })
  // A summary goes out as a message of ours with the reducer's text, so that its object can't change under us.
  const known = new Set(candidate)
  return {
    entries: entries.map((entry) =>
      entry.form === 'summary' && !known.has(entry) ? maker.summary(entry.reading.plainText ?? '') : entry,
    ),
  }
}

// A getter that throws is no plan either.
function isReadablePlan(answer: unknown): answer is Parameters<typeof applyPlan>[2] {
  try {
    return isPlan(answer)
  } catch {
    return false
  }
}

function typeName(answer: unknown): string {
  if (answer === null) return 'null'
  return answer === undefined ? 'undefined' : `a value of type ${typeof answer} that is not a plan`
}
