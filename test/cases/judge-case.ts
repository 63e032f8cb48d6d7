import { AssemblyTerminatedError } from '../../src/index.ts'
import { findDispatchFaults } from '../support/dispatch-checker.ts'
import { smallestSize } from '../support/dispatch-refusal.ts'
import { rawSize } from '../support/dispatch-size.ts'
import { type CaseMode, raw, rulesOf } from './case-setting.ts'
import { acceptedOutcomes, type FaultCase } from './fault-case.ts'
import { judgeOutcome, type OutcomeJudgement } from './judge-outcome.ts'
import { listChecks } from './list-checks.ts'
import { type CaseAnswer, type CaseRecord, runCase } from './run-case.ts'
import { runChecks } from './run-checks.ts'

/** How the case itself is run: a broken list is refused where the case takes that, else mended. */
export function ownMode({ expect, flags }: FaultCase): CaseMode {
  if (acceptedOutcomes(expect).includes('invalidInput')) return 'terminate'
  return flags?.includes('malformed-input') ? 'repair' : 'pass'
}

/** Everything that a case asks for and does not get, every broken promise, and where the design asks for something else. */
export interface CaseVerdict {
  readonly faults: readonly string[]
  readonly deviations: readonly string[]
}

export async function judgeCase(fault: FaultCase): Promise<CaseVerdict> {
  const record = await runCase(fault, ownMode(fault))
  const judged = judgedCalls(record)
  const faults = [...judged.flatMap((call) => call.faults), ...promiseFaults(record)]
  const told = judged.flatMap(({ deviation }) => (deviation ? [`${fault.id}: ${deviation}`] : []))
  const deviations = [...new Set(told)]
  if (judged.some(({ deviation }) => deviation === 'turn opener too large')) {
    // Where nobody asks for a turn order, the case must come out as it says.
    const free = await judgeCase({ ...fault, settings: { ...fault.settings, turnOrder: 'openai' } })
    return { faults: [...faults, ...free.faults], deviations: [...deviations, ...free.deviations] }
  }
  return { faults: [...faults, ...(await expectationFaults(record))], deviations }
}

async function expectationFaults(record: CaseRecord): Promise<string[]> {
  const { fault } = record
  const last = record.answers.at(-1)
  if (!last) return ['nothing was called']
  const faults: string[] = []
  for (const [field, asked] of Object.entries(fault.expect)) {
    if (judgedElsewhere.has(field)) continue
    const [listCheck, runCheck] = [listChecks[field], runChecks[field]]
    let found: readonly string[] = []
    if (runCheck) found = await runCheck(last, record, asked)
    else if (!listCheck) found = ['the runner does not know this expectation']
    else if (last.sent) found = listCheck(last.sent, record, asked)
    faults.push(...found.map((complaint) => `${field}: ${complaint}`))
  }
  return faults
}

const judgedElsewhere: ReadonlySet<string> = new Set(['outcome', 'outcomeAnyOf', 'notes'])

/** Broken promises of a case that is run in another way than its own: limit, structure, nothing lost. */
export async function findBrokenPromises(fault: FaultCase, mode: CaseMode): Promise<string[]> {
  return promiseFaults(await runCase(fault, mode))
}

/** What the design asks of a list that comes in broken, when it is not refused. */
export async function findBrokenInputFaults(fault: FaultCase, mode: 'pass' | 'repair'): Promise<string[]> {
  const record = await runCase(fault, mode)
  const [answer] = record.answers
  if (!answer?.diagnostics) return [`${mode}: the call ends as ${answer?.outcome}`]
  const { sent, list, diagnostics } = answer
  const { finalSequenceValid, originalSize, triggerThreshold, repairedEntryCount } = diagnostics
  const faults = promiseFaults(record)
  const isBroken = (await runCase(fault, 'terminate')).answers[0]?.outcome === 'invalidInput'
  const untouched = sent?.length === list.length && sent.every((message, at) => message === list[at])
  if (mode === 'pass' && originalSize <= triggerThreshold) {
    if (!untouched) faults.push('below the threshold the list is touched')
    if (finalSequenceValid !== !isBroken) faults.push(`finalSequenceValid is ${finalSequenceValid}`)
  }
  if (mode === 'repair' && sent) {
    if (repairedEntryCount > 0 !== isBroken) faults.push(`${repairedEntryCount} entries are repaired`)
    if (finalSequenceValid === false) faults.push('a repaired list is invalid')
  }
  return faults
}

function judgedCalls({ fault, answers }: CaseRecord): OutcomeJudgement[] {
  const last = answers.at(-1)
  const calls = (fault.calls ?? []).map((call, index) => ({ asked: call, answer: answers[index] }))
  return [...calls, { asked: fault.expect, answer: last }].map(({ asked, answer }) =>
    answer ? judgeOutcome(asked, answer) : { faults: ['a call is missing'] },
  )
}

function promiseFaults(record: CaseRecord): string[] {
  return [...record.answers, ...(record.next ? [record.next] : [])].flatMap((answer, index) =>
    answerFaults(record, answer).map((complaint) => `promises, call ${index}: ${complaint}`),
  )
}

function answerFaults({ fault, mode }: CaseRecord, answer: CaseAnswer): string[] {
  const rules = rulesOf(fault, answer.list, mode)
  if (answer.sent) {
    if (!answer.diagnostics) return ['a list is sent without diagnostics']
    return findDispatchFaults(raw(answer.list), raw(answer.sent), answer.diagnostics, rules)
  }
  if (!AssemblyTerminatedError.isInstance(answer.error)) {
    return ['aborted', 'invalidSettings'].includes(answer.outcome)
      ? []
      : [`the call ends as ${answer.outcome}`]
  }
  if (answer.error.reason === 'concurrentMutation') return staleFaults(fault, answer)
  if (answer.error.reason === 'invalidSequence') return mode === 'terminate' ? [] : ['refused as invalid']
  const smallest = smallestSize(raw(answer.list), rules)
  const isRight = answer.outcome === 'irreducible' && smallest > rules.hardLimit
  const isExact = answer.error.finalSize === smallest
  return isRight && isExact
    ? []
    : [`refused at ${answer.error.finalSize} as ${answer.outcome}, required are ${smallest}`]
}

// Measured on the newest list, and only where something came in.
function staleFaults(fault: FaultCase, { error, list }: CaseAnswer): string[] {
  const { overhead = 0, fileCost } = rulesOf(fault, list, 'pass')
  const newest = raw(list).reduce((sum, message) => sum + rawSize(message, fileCost), overhead)
  const told = AssemblyTerminatedError.isInstance(error) ? error.finalSize : -1
  const changed = fault.events?.some((event) => event.do === 'append') === true
  return changed && told === newest ? [] : [`stale at ${told}, the newest list has ${newest}`]
}
