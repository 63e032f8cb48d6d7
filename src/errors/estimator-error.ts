import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

export type EstimatorProblem = 'invalidSize' | 'differentSizes' | 'unsafeSum'

const explanations: Record<EstimatorProblem, string> = {
  invalidSize: 'it must answer a non-negative safe integer',
  differentSizes: 'it answered two different sizes for the same entry; it must be deterministic',
  unsafeSum: 'the sizes add up to more than a safe integer; it must answer in a larger unit',
}

/** The size estimator broke its contract. Sizes decide what is sent, so the call fails rather than go out unmeasured. */
export class EstimatorError extends PlimsollError {
  static {
    nameError(EstimatorError, 'EstimatorError')
  }

  readonly code = 'estimator'
  readonly problem: EstimatorProblem
  readonly unit: string
  /** Index of the message in the host's list; undefined for content that is not in it. */
  readonly index: number | undefined

  constructor(problem: EstimatorProblem, unit: string, index?: number) {
    const place = index === undefined || index < 0 ? '' : ` for message ${index}`
    super(`The size estimator (${unit}) failed${place} (${problem}): ${explanations[problem]}.`)
    this.problem = problem
    this.unit = unit
    this.index = index
  }

  static override isInstance(value: unknown): value is EstimatorError {
    return hasCode(value, 'estimator')
  }
}
