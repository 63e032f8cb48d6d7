import type { OverflowShape } from '../overflow-shape.ts'

/** How Gemini says that a request is too large. */
export const overflow: readonly OverflowShape[] = [
  {
    provider: 'google',
    status: 400,
    type: 'INVALID_ARGUMENT',
    message:
      /^The input token count (?:\((?<used>\d+)\) )?exceeds the maximum number of tokens allowed \((?<limit>\d+)\)/,
    source: 'https://github.com/google-gemini/gemini-cli/issues/4231',
  },
]
