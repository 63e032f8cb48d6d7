import { describe, expect, test } from 'vitest'
import {
  isContextOverflow,
  overflowShapes,
  recogniseOverflow,
} from '../../src/dialects/recognise-overflow.ts'

type Fields = Readonly<Record<string, unknown>>

const openai = (message: string, more: Fields = { code: 'context_length_exceeded' }): Fields => ({
  error: { message, type: 'invalid_request_error', param: 'messages', code: null, ...more },
})
const anthropic = (type: string, message: string): Fields => ({ type: 'error', error: { type, message } })
const gemini = (message: string): Fields => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } })

// As they stand in the sources of the shapes.
const refusals: readonly (readonly [
  provider: string,
  used: number | undefined,
  limit: number | undefined,
  Fields,
])[] = [
  [
    'anthropic',
    209_353,
    199_999,
    anthropic('invalid_request_error', 'prompt is too long: 209353 tokens > 199999 maximum'),
  ],
  ['anthropic', undefined, undefined, anthropic('invalid_request_error', 'prompt is too long')],
  [
    'anthropic',
    178_959,
    200_000,
    anthropic(
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 178959 + 64000 > 200000, decrease input length or `max_tokens` and try again',
    ),
  ],
  [
    'anthropic',
    undefined,
    undefined,
    { error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } },
  ],
  [
    'bedrock',
    undefined,
    undefined,
    { name: 'ValidationException', message: 'Input is too long for requested model.' },
  ],
  [
    'openai',
    8_227,
    8_192,
    openai(
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 8227 tokens. Please reduce the length of the messages.",
    ),
  ],
  [
    'openai',
    4_120,
    4_097,
    openai(
      "This model's maximum context length is 4097 tokens. However, you requested 4120 tokens (3120 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
    ),
  ],
  [
    'openai',
    477_469,
    272_000,
    openai(
      'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 477469 tokens. Please reduce the length of the messages.',
    ),
  ],
  ['openai', undefined, undefined, openai('Worded in a way that nobody has seen yet.')],
  [
    'openai',
    undefined,
    undefined,
    {
      type: 'error',
      sequence_number: 2,
      ...openai(
        'Your input exceeds the context window of this model. Please adjust your input and try again.',
      ),
    },
  ],
  [
    'openai',
    undefined,
    undefined,
    {
      type: 'response.failed',
      response: {
        error: {
          code: 'context_length_exceeded',
          message: 'Your input exceeds the context window of this model.',
        },
      },
    },
  ],
  [
    'mistral',
    152_960,
    131_072,
    {
      object: 'error',
      type: 'invalid_request_error',
      code: 3051,
      message:
        'Prompt contains 152960 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
    },
  ],
  [
    'deepseek',
    131_134,
    131_072,
    openai(
      "This model's maximum context length is 131072 tokens. However, you requested 131134 tokens (122942 in the messages, 8192 in the completion). Please reduce the length of the messages or completion.",
      { param: null, code: 'invalid_request_error' },
    ),
  ],
  [
    'openrouter',
    42_832,
    32_768,
    openai(
      'This endpoint\'s maximum context length is 32768 tokens. However, you requested about 42832 tokens (42832 of text input). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
      { code: 400 },
    ),
  ],
  [
    'vllm',
    122_946,
    16_384,
    openai(
      "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion). Please reduce the length of the messages or completion.",
      { type: 'BadRequestError', code: 400 },
    ),
  ],
  [
    'vllm',
    8,
    3,
    openai(
      "This model's maximum context length is 3 tokens. However, your request has 8 input tokens. Please reduce the length of the input messages. (parameter=input_tokens, value=8)",
      { type: 'BadRequestError', code: 400 },
    ),
  ],
  [
    'vllm',
    262_145,
    262_144,
    openai(
      "This model's maximum context length is 262144 tokens. However, you requested 0 output tokens and your prompt contains at least 262145 input tokens, for a total of at least 262145 tokens.",
      { code: 400 },
    ),
  ],
  [
    'google',
    3_475_108,
    1_048_576,
    gemini('The input token count (3475108) exceeds the maximum number of tokens allowed (1048576).'),
  ],
  [
    'google',
    undefined,
    1_048_576,
    gemini('The input token count exceeds the maximum number of tokens allowed (1048576).'),
  ],
]

const [, , , tooLong] = refusals[0] ?? expect.fail('there is one')

describe('a refusal', () => {
  test.each(refusals)(
    'of %s (%s of %s tokens) is recognised in a response body',
    (provider, used, limit, body) => {
      const overflow = { provider, usedTokens: used, limitTokens: limit }
      expect(recogniseOverflow(body)).toEqual(overflow)
      expect(recogniseOverflow(JSON.stringify(body))).toEqual(overflow)
    },
  )

  test('is known of every shape, and each shape says where it was seen', () => {
    const used = overflowShapes.filter((shape) =>
      refusals.some(([, , , body]) => recogniseOverflow(body, [shape])),
    )
    expect(used).toEqual(overflowShapes)
    for (const { source } of overflowShapes) expect(source).toMatch(/^https:\/\/github\.com\/.+\/\d+$/)
  })

  test.each([
    ['under cause', { name: 'MiddlewareError', cause: { status: 400, error: tooLong } }],
    ['as the last error', { lastError: { statusCode: 400, responseBody: JSON.stringify(tooLong) } }],
    ['as one of several errors', { errors: [new Error('first'), { status: 400, ...tooLong }] }],
    ['in a message', new Error(JSON.stringify(tooLong))],
    ['in a message behind words', new Error(`got status: INVALID_ARGUMENT. ${JSON.stringify(tooLong)}`)],
    [
      'in a message behind its status',
      Object.assign(new Error('400 prompt is too long'), { status: 400, type: 'invalid_request_error' }),
    ],
    [
      'in the JSON of a JSON text',
      { message: JSON.stringify({ error: { message: JSON.stringify(tooLong), code: 400 } }) },
    ],
    ['in a list', [tooLong]],
    ['in an event that ADK stores', { errorCode: 'UNKNOWN_ERROR', errorMessage: JSON.stringify(tooLong) }],
  ])('is recognised %s', (_, thrown) => {
    expect(isContextOverflow(thrown)).toBe(true)
  })
})

describe('what is no such refusal', () => {
  test.each<[string, unknown]>([
    ['another status', { status: 429, error: tooLong }],
    ['another type', anthropic('overloaded_error', 'prompt is too long')],
    [
      'a rate limit on tokens',
      openai('Request too large for gpt-5 on tokens per min (TPM): Limit 30000, Requested 38906.', {
        code: 'rate_limit_exceeded',
        type: 'tokens',
      }),
    ],
    [
      'a completion that is too long',
      openai('max_tokens is too large: 99999.', { code: null, param: 'max_tokens' }),
    ],
    [
      'a text that is too long',
      openai("Invalid 'input[0].content': string too long.", { code: 'string_above_max_length' }),
    ],
    [
      'the words inside of others',
      anthropic('invalid_request_error', 'messages.0: "prompt is too long" is no role'),
    ],
    ['an answer', { type: 'message', content: [{ type: 'text', text: 'prompt is too long' }] }],
    ['a connection that failed', Object.assign(new Error('fetch failed'), { code: 'ECONNRESET' })],
    ['nothing', undefined],
    ['null', null],
    ['a number', 400],
    ['a text', 'prompt is too long'],
    ['broken JSON', '{"error":'],
  ])('%s', (_, thrown) => {
    expect(recogniseOverflow(thrown)).toBeUndefined()
  })
})

describe('looking at an error', () => {
  test('goes around in no circle and throws nothing', () => {
    const circle: { cause?: unknown; errors?: unknown } = {}
    circle.cause = circle
    circle.errors = [circle]
    const hostile = new Proxy({}, { get: () => expect.fail('a trap that throws') })
    for (const thrown of [circle, hostile, { cause: hostile }]) expect(isContextOverflow(thrown)).toBe(false)
  })

  test('ends in a chain without an end, and in a text of any length', () => {
    const endless = (): object => ({
      get cause() {
        return endless()
      },
    })
    expect(isContextOverflow(endless())).toBe(false)
    expect(isContextOverflow(`{"error":"${'x'.repeat(200_000)}"}`)).toBe(false)
  })

  test('leaves no text of it behind', () => {
    const secret = { ...tooLong, request_id: 'secret', note: 'secret' }
    expect(JSON.stringify(recogniseOverflow(secret))).not.toContain('secret')
  })
})
