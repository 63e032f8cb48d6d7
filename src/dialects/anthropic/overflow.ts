import type { OverflowShape } from '../overflow-shape.ts'

/** How the Messages API, and Bedrock with the same models, says that a request is too large. */
export const overflow: readonly OverflowShape[] = [
  {
    provider: 'anthropic',
    status: 400,
    type: 'invalid_request_error',
    message: /^prompt is too long\b(?:: (?<used>\d+) tokens > (?<limit>\d+) maximum)?/,
    source: 'https://github.com/entropy-research/Devon/issues/88',
  },
  {
    provider: 'anthropic',
    status: 400,
    type: 'invalid_request_error',
    message: /^input length and `max_tokens` exceed context limit: (?<used>\d+) \+ \d+ > (?<limit>\d+)/,
    source: 'https://github.com/docker/docker-agent/issues/569',
  },
  // Bytes, not tokens: 32 MB a request.
  {
    provider: 'anthropic',
    status: 413,
    type: 'request_too_large',
    source: 'https://github.com/earendil-works/pi/issues/2734',
  },
  {
    provider: 'bedrock',
    status: 400,
    message: /\bInput is too long for requested model\b/,
    source: 'https://github.com/aws-samples/bedrock-chat/issues/95',
  },
]
