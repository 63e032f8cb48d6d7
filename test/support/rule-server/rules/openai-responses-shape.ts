import { type ProviderRule, rulesOf } from '../rule.ts'
import { firstOf, listOf, textOf } from '../wire.ts'

const longestCallId = 64
const idPrefixes: Readonly<Record<string, string>> = { function_call: 'fc', message: 'msg', reasoning: 'rs' }

/** The form of ids and of content parts. */
export const openaiResponsesShapeRules: readonly ProviderRule[] = rulesOf(
  'openai-responses',
  { status: 400, errorType: 'invalid_request_error', code: null },
  [
    {
      demands: 'idPrefix',
      code: 'invalid_value',
      message: /^Invalid 'input\[\d+\]\.id': '.*'\. Expected an ID that begins with '\w+'\.$/,
      source: 'https://github.com/nodetool-ai/nodetool/pull/4252',
      check: ({ body }) =>
        firstOf(listOf(body['input']), ({ type, id }, at) => {
          const prefix = idPrefixes[textOf(type)]
          return prefix === undefined || typeof id !== 'string' || id.startsWith(prefix)
            ? undefined
            : {
                message: `Invalid 'input[${at}].id': '${id}'. Expected an ID that begins with '${prefix}'.`,
                param: `input[${at}].id`,
              }
        }),
    },
    {
      demands: 'callIdLength',
      code: 'string_above_max_length',
      message: /^Invalid 'input\[\d+\]\.call_id': string too long/,
      source: 'https://github.com/AnswerDotAI/fastllm/issues/45',
      check: ({ body }) =>
        firstOf(listOf(body['input']), (item, at) => {
          const { length } = textOf(item['call_id'])
          return length > longestCallId
            ? {
                message: `Invalid 'input[${at}].call_id': string too long. Expected a string with maximum length ${longestCallId}, but got a string with length ${length} instead.`,
                param: `input[${at}].call_id`,
              }
            : undefined
        }),
    },
    {
      demands: 'assistantPartsAreOutput',
      code: 'invalid_value',
      message: /^Invalid value: 'input_text'\. Supported values are: 'output_text' and 'refusal'\.$/,
      source: 'https://github.com/jeremychone/rust-genai/pull/119',
      check: ({ body }) =>
        firstOf(listOf(body['input']), ({ role, content }, at) =>
          firstOf(role === 'assistant' ? listOf(content) : [], ({ type }, place) =>
            type === 'input_text'
              ? {
                  message: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'.",
                  param: `input[${at}].content[${place}]`,
                }
              : undefined,
          ),
        ),
    },
  ],
)
