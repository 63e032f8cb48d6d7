import type { Refusal } from './refusal.ts'
import type { RuleProfile } from './rule.ts'
import type { FailureTurn } from './scripted-turn.ts'

/** A refusal that is not about the sequence, and where its shape was seen. */
export interface KnownFailure extends Refusal {
  readonly source: string
}

type FailureKind = FailureTurn['failure']

/** A provider's refusal of one kind. */
export function knownFailure(profile: RuleProfile, kind: FailureKind): KnownFailure {
  return failures[profile][kind]
}

const openaiErrors = {
  rateLimit: {
    status: 429,
    errorType: 'requests',
    code: 'rate_limit_exceeded',
    message:
      'Rate limit reached on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 1ms.',
    source: 'https://github.com/Huanshere/VideoLingo/issues/34',
  },
  serverError: serverError(500),
  overloaded: serverError(503),
} as const

const failures: Readonly<Record<RuleProfile, Readonly<Record<FailureKind, KnownFailure>>>> = {
  'openai-chat': {
    ...openaiErrors,
    contextTooLong: {
      ...invalid('context_length_exceeded'),
      message:
        "This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens. Please reduce the length of the messages.",
      param: 'messages',
      source: 'https://github.com/crewAIInc/crewAI-examples/issues/121',
    },
  },
  'openai-responses': {
    ...openaiErrors,
    contextTooLong: {
      ...invalid('context_length_exceeded'),
      message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
      param: 'input',
      source: 'https://github.com/VectorlyApp/bluebox/issues/66',
    },
  },
  deepseek: {
    ...openaiErrors,
    contextTooLong: {
      ...invalid('invalid_request_error'),
      message:
        "This model's maximum context length is 131072 tokens. However, you requested 131749 tokens (131749 in the messages, 0 in the completion). Please reduce the length of the messages or completion.",
      source: 'https://github.com/anomalyco/models.dev/issues/1295',
    },
  },
  mistral: {
    rateLimit: {
      status: 429,
      errorType: 'rate_limited',
      code: '1300',
      message: 'Rate limit exceeded',
      source: 'https://github.com/cline/cline/issues/9085',
    },
    serverError: serverError(500),
    overloaded: serverError(503),
    // The status is published; the wording is ours.
    contextTooLong: {
      ...invalid('3051'),
      message: 'Prompt contains 40000 tokens, too large for model with 32768 maximum context length',
      source: 'https://krater.ai/troubleshoot/mistral/context-length-exceeded',
    },
  },
  anthropic: {
    rateLimit: anthropic(429, 'rate_limit_error', 'This request would exceed your rate limit.'),
    serverError: anthropic(500, 'api_error', 'Internal server error'),
    overloaded: anthropic(529, 'overloaded_error', 'Overloaded'),
    contextTooLong: {
      ...invalid(null),
      message: 'prompt is too long: 219898 tokens > 200000 maximum',
      source: 'https://github.com/earendil-works/pi/issues/102',
    },
  },
  gemini: {
    rateLimit: {
      status: 429,
      errorType: 'RESOURCE_EXHAUSTED',
      code: null,
      message: 'Resource has been exhausted (e.g. check quota).',
      source: 'https://github.com/continuedev/continue/issues/10729',
    },
    serverError: {
      status: 500,
      errorType: 'INTERNAL',
      code: null,
      message: 'An internal error has occurred.',
      source: 'https://ai.google.dev/gemini-api/docs/troubleshooting?authuser=6&hl=de',
    },
    overloaded: {
      status: 503,
      errorType: 'UNAVAILABLE',
      code: null,
      message: 'The model is overloaded. Please try again later.',
      source: 'https://github.com/google-gemini/gemini-cli/issues/7227',
    },
    contextTooLong: {
      status: 400,
      errorType: 'INVALID_ARGUMENT',
      code: null,
      message: 'The input token count (3475108) exceeds the maximum number of tokens allowed (1048576).',
      source: 'https://github.com/google-gemini/gemini-cli/issues/4231',
    },
  },
}

function invalid(code: string | null) {
  return { status: 400, errorType: 'invalid_request_error', code }
}

function serverError(status: number): KnownFailure {
  return {
    status,
    errorType: 'server_error',
    code: null,
    message: 'The server had an error while processing your request. Sorry about that!',
    source: 'https://github.com/sashabaranov/go-openai/pull/396',
  }
}

function anthropic(status: number, errorType: string, message: string): KnownFailure {
  const source = 'https://docs.anthropic.com/claude/reference/errors-and-rate-limits'
  return { status, errorType, code: null, message, source }
}
