import type { OverflowShape } from '../overflow-shape.ts'

/** How the Responses API says that a request is too large, in an answer or in the middle of a stream. */
export const overflow: readonly OverflowShape[] = [
  {
    provider: 'openai',
    status: 400,
    code: 'context_length_exceeded',
    message: /^Your input exceeds the context window of this model\b/,
    source: 'https://github.com/dyad-sh/dyad/issues/1672',
  },
]
