import { hasCode, nameError, PlimsollError } from '../../errors/plimsoll-error.ts'
import type { ChartName } from './generated-path.ts'
import type { Observation } from './observation.ts'

interface Divergence {
  readonly chart: ChartName
  readonly description: string
  /** Index of the step after which the two differed; -1 before the first. */
  readonly step: number
  /** `event`, `state`, or the name of a fact. */
  readonly differences: readonly string[]
  readonly foreseen: Observation
  readonly observed: Observation
}

/** An implementation went another way than its chart. */
export class PathDivergedError extends PlimsollError {
  static {
    nameError(PathDivergedError, 'PathDivergedError')
  }

  readonly code = 'pathDiverged'
  readonly chart: ChartName
  readonly step: number
  readonly differences: readonly string[]
  readonly foreseen: Observation
  readonly observed: Observation

  constructor({ chart, description, step, differences, foreseen, observed }: Divergence) {
    super(
      `After ${step < 0 ? 'the start' : `step ${step}`} of a path through the ${chart} chart, ` +
        `${differences.join(', ')} differ: the chart is in ${foreseen.state}, the implementation in ${observed.state} ` +
        `(path: ${description}). Compare \`foreseen\` and \`observed\` of this error.`,
    )
    this.chart = chart
    this.step = step
    this.differences = differences
    this.foreseen = foreseen
    this.observed = observed
  }

  static override isInstance(value: unknown): value is PathDivergedError {
    return hasCode(value, 'pathDiverged')
  }
}
