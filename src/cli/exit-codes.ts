/** How the command ends. */
export const exitCodes = {
  done: 0,
  /** A fault of the command's own. */
  fault: 1,
  /** Input or options that it can't work with. */
  badInput: 2,
  /** At least one list could not be brought within the limit, or one artifact is not intact. */
  refused: 3,
  /** Ctrl-C. */
  interrupted: 130,
} as const
