import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

/** What is wrong with a summary. */
export type SummaryProblem = 'empty' | 'truncated' | 'tooLong' | 'placeholder' | 'notText'

const explanations: Record<SummaryProblem, string> = {
  empty: 'it has no text. Look at the model, and at what its provider says of the call',
  truncated: 'the model did not come to an end. Allow it more output, or ask for a shorter summary',
  tooLong: 'it is longer than maxSummarySize. Ask for a shorter one in the prompt, or raise maxSummarySize',
  placeholder: 'it stands for a summary and is none. Choose a model that can do it, or another prompt',
  notText: 'generate answered neither a text nor an object with one. Return what the model said',
}

/** A model was asked for a summary, and what it answered is none. Its answer is not in the message, and is never sent. */
export class SummaryError extends PlimsollError {
  static {
    nameError(SummaryError, 'SummaryError')
  }

  readonly code = 'summary'
  readonly problem: SummaryProblem

  constructor(problem: SummaryProblem) {
    super(`The summary can't be used (${problem}): ${explanations[problem]}.`)
    this.problem = problem
  }

  static override isInstance(value: unknown): value is SummaryError {
    return hasCode(value, 'summary')
  }
}
