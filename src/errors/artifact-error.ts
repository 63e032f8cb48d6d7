import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

/** What kept an artifact from being worked with. */
export type ArtifactProblem =
  | 'readFailed'
  | 'listingFailed'
  | 'invalidPrefix'
  | 'invalidSize'
  | 'invalidRange'
  | 'invalidReference'

const explanations: Record<ArtifactProblem, string> = {
  readFailed:
    'the storage of the workspace failed, or what it holds of this artifact is damaged. Try again, and look at the storage',
  listingFailed: 'the storage of the workspace could not be listed. Try again, and look at the storage',
  invalidPrefix:
    'the prefix is not made of letters, digits, hyphens and underscores, with colons between its parts. Write one such as artifacts or team:artifacts',
  invalidSize:
    'a size is no whole number of bytes of at least 0. Give one, and a byte budget of at least 1; kibibytes(64) is one',
  invalidRange:
    'the range is not two whole numbers of bytes, the second no smaller than the first. Give the first byte and the one after the last, such as [0, 4096]',
  invalidReference: 'the text is no reference. Write artifact://sha256/ and 64 lowercase hex digits',
}

/**
 * An artifact can't be worked with, for a reason that is no decision about it: the storage failed, or what was asked for
 * makes no sense.
 */
export class ArtifactError extends PlimsollError {
  static {
    nameError(ArtifactError, 'ArtifactError')
  }

  readonly code = 'artifact'
  readonly problem: ArtifactProblem

  constructor(problem: ArtifactProblem) {
    super(`An artifact could not be worked with (${problem}): ${explanations[problem]}.`)
    this.problem = problem
  }

  static override isInstance(value: unknown): value is ArtifactError {
    return hasCode(value, 'artifact')
  }
}
