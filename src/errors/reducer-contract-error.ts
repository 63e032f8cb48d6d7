import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

/** The reducer answered something that is neither a plan nor a list of messages. Its answer is not in the message. */
export class ReducerContractError extends PlimsollError {
  static {
    nameError(ReducerContractError, 'ReducerContractError')
  }

  readonly code = 'reducerContract'
  /** Type of the answer, such as `null` or `string`. */
  readonly received: string

  constructor(received: string) {
    super(
      `The reducer answered with ${received}. Return a plan ({ drop, elide, summaries }, see Plan) or an array of ` +
        'messages; return an empty plan, {}, when there is nothing to take out.',
    )
    this.received = received
  }

  static override isInstance(value: unknown): value is ReducerContractError {
    return hasCode(value, 'reducerContract')
  }
}
