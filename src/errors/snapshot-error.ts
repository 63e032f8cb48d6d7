import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

export type SnapshotProblem = 'notAList' | 'invalidVersion' | 'unreadableMessage'

const explanations: Record<SnapshotProblem, string> = {
  notAList:
    'the messages are not an array. Pass an array, or a source whose capture() answers { version, messages }',
  invalidVersion:
    'the version is neither a number nor a string. A source must change it whenever its messages change',
  unreadableMessage:
    'it is not a message of this dialect, or it can not be encoded (a hole, a cycle, a getter that throws). Mend it, or ' +
    'choose the dialect that fits; causeOf(error) holds what was thrown',
}

/** The host's messages can't be read. Thrown before the assembly begins: no event tells of it, nothing is sent. */
export class SnapshotError extends PlimsollError {
  static {
    nameError(SnapshotError, 'SnapshotError')
  }

  readonly code = 'snapshot'
  readonly problem: SnapshotProblem
  /** Index of the message in the host's list; undefined when the list as a whole is meant. */
  readonly index: number | undefined

  constructor(problem: SnapshotProblem, options: { readonly index?: number; readonly cause?: unknown } = {}) {
    const place = options.index === undefined ? 'The list' : `Message ${options.index}`
    super(`${place} can't be read (${problem}): ${explanations[problem]}.`, { cause: options.cause })
    this.problem = problem
    this.index = options.index
  }

  static override isInstance(value: unknown): value is SnapshotError {
    return hasCode(value, 'snapshot')
  }
}
