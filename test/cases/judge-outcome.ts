import { acceptedOutcomes, type FaultCase } from './fault-case.ts'
import type { CaseAnswer } from './run-case.ts'

/** Where the design asks for another outcome than a case does, and why. */
export type Deviation =
  /** Section 4: a rejected proposal changes nothing, and the list fits the hard limit as it is. */
  | 'rejected but fits'
  /** Section 4.7: what a fallback left out is left out again, without falling back once more. */
  | 'replayed in its stead'
  /** Section 4.4: strict servers want the turn's user message in front of what is kept, and it does not fit. */
  | 'turn opener too large'

export interface OutcomeJudgement {
  readonly faults: readonly string[]
  readonly deviation?: Deviation
}

/** Judges the outcome of one call of a case. A deviation is told from sizes and rejections, never from the case's id. */
export function judgeOutcome(
  asked: Pick<FaultCase['expect'], 'outcome' | 'outcomeAnyOf'>,
  answer: CaseAnswer,
): OutcomeJudgement {
  const accepted = acceptedOutcomes(asked)
  if (accepted.includes(answer.outcome)) return { faults: [] }
  if (accepted.includes('preservationFallback')) {
    if (fitsDespiteRejection(answer)) return { faults: [], deviation: 'rejected but fits' }
    if (answer.outcome === 'reduced' && answer.diagnostics?.stages.includes('reductionReplayed'))
      return { faults: [], deviation: 'replayed in its stead' }
  }
  const message = answer.error instanceof Error ? `: ${answer.error.message}` : ''
  return { faults: [`outcome: ${answer.outcome} in place of ${accepted.join(' or ')}${message}`] }
}

function fitsDespiteRejection({ outcome, diagnostics }: CaseAnswer): boolean {
  if (outcome !== 'withinLimit' || !diagnostics) return false
  const { originalSize, triggerThreshold, hardLimit, rejections } = diagnostics
  return originalSize > triggerThreshold && originalSize <= hardLimit && rejections.length > 0
}
