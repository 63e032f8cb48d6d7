import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

/** The host's classifier assigned a kind that it may not assign. The kind that it named is not repeated. */
export class ClassifierError extends PlimsollError {
  static {
    nameError(ClassifierError, 'ClassifierError')
  }

  readonly code = 'classifier'
  /** Index of the message in the host's list. */
  readonly index: number

  constructor(index: number, allowed: readonly string[]) {
    super(
      `The classifier assigned a kind to message ${index} that it may not assign. Answer one of ${allowed.join(', ')}, ` +
        'or undefined to leave the choice to structure.',
    )
    this.index = index
  }

  static override isInstance(value: unknown): value is ClassifierError {
    return hasCode(value, 'classifier')
  }
}
