import { type Breach, type ProviderRule, rulesOf, type WireRequest } from '../rule.ts'
import { foreignResult, repeatedResult, toolRuns, unansweredIds } from '../tool-runs.ts'
import { type Fields, firstOf, listOf, textOf } from '../wire.ts'

const roles = ['system', 'assistant', 'user', 'function', 'tool', 'developer']
const partTypes = ['text', 'image_url', 'input_audio', 'file', 'refusal']
const longestCallId = 40

/** What OpenAI refuses of a Chat Completions request. */
export const openaiChatRules: readonly ProviderRule[] = rulesOf(
  'openai-chat',
  { status: 400, errorType: 'invalid_request_error', code: null },
  [
    {
      demands: 'messagesNotEmpty',
      code: 'empty_array',
      message: /^Invalid 'messages': empty array/,
      source: 'https://github.com/CopilotKit/CopilotKit/issues/529',
      check: ({ body }) => (messagesOf(body).length === 0 ? emptyArray('messages') : undefined),
    },
    {
      demands: 'knownRole',
      message: /^'.*' is not one of \[.*\] - 'messages\.\d+\.role'$/,
      source: 'https://github.com/lss233/kirara-ai/issues/1028',
      check: eachMessage(({ role }, at) =>
        roles.includes(textOf(role))
          ? undefined
          : {
              message: `'${textOf(role)}' is not one of ['${roles.join("', '")}'] - 'messages.${at}.role'`,
            },
      ),
    },
    {
      demands: 'developerRoleSupported',
      models: /^o1-(mini|preview)/,
      code: 'unsupported_value',
      message: /^Unsupported value: 'messages\[\d+\]\.role' does not support 'developer' with this model\.$/,
      source:
        'https://github.com/pydantic/pydantic-ai/blob/4fda38988f2939fa6ea9cdefcf120693e10ef491/tests/models/cassettes/test_openai/test_openai_o1_mini_system_role%5Bdeveloper%5D.yaml',
      check: eachMessage(({ role }, at) =>
        role === 'developer'
          ? {
              message: `Unsupported value: 'messages[${at}].role' does not support 'developer' with this model.`,
              param: `messages[${at}].role`,
            }
          : undefined,
      ),
    },
    {
      demands: 'toolCallsNotEmpty',
      code: 'empty_array',
      message: /^Invalid 'messages\[\d+\]\.tool_calls': empty array/,
      source: 'https://github.com/openai/openai-python/issues/2061',
      check: eachMessage(({ tool_calls: calls }, at) =>
        Array.isArray(calls) && calls.length === 0 ? emptyArray(`messages[${at}].tool_calls`) : undefined,
      ),
    },
    {
      demands: 'callIdLength',
      code: 'string_above_max_length',
      message: /^Invalid 'messages\[\d+\]\.tool_calls\[\d+\]\.id': string too long/,
      source: 'https://github.com/vercel/ai/issues/5171',
      check: eachMessage((message, at) =>
        firstOf(listOf(message['tool_calls']), ({ id }, call) => {
          const { length } = textOf(id)
          const param = `messages[${at}].tool_calls[${call}].id`
          return length > longestCallId
            ? {
                message: `Invalid '${param}': string too long. Expected a string with maximum length ${longestCallId}, but got a string with length ${length} instead.`,
                param,
              }
            : undefined
        }),
      ),
    },
    {
      demands: 'contentNotNull',
      message: /^Invalid value for 'content': expected a string, got null\.$/,
      source: 'https://github.com/langchain-ai/langchainjs/issues/4153',
      check: eachMessage((message, at) =>
        (message['content'] ?? null) === null && !standsWithoutContent(message)
          ? {
              message: "Invalid value for 'content': expected a string, got null.",
              param: `messages.[${at}].content`,
            }
          : undefined,
      ),
    },
    {
      demands: 'knownParts',
      code: 'invalid_value',
      message: /^Invalid value: '.*'\. Supported values are: /,
      source: 'https://github.com/aallam/openai-kotlin/issues/320',
      check: eachPart(({ type }, at, part) =>
        partTypes.includes(textOf(type))
          ? undefined
          : {
              message: `Invalid value: '${textOf(type)}'. Supported values are: '${partTypes.join("', '")}'.`,
              param: `messages[${at}].content[${part}].type`,
            },
      ),
    },
    {
      demands: 'imagesFromUser',
      code: 'invalid_value',
      message: /^Invalid 'messages\[\d+\]'\. Image URLs are only allowed for messages with role 'user'/,
      source: 'https://github.com/dreadnode/rigging/issues/41',
      check: eachPart(({ type }, at, _, { role }) =>
        type === 'image_url' && role !== 'user'
          ? {
              message: `Invalid 'messages[${at}]'. Image URLs are only allowed for messages with role 'user', but this message with role '${textOf(role)}' contains an image URL.`,
              param: `messages[${at}]`,
            }
          : undefined,
      ),
    },
    {
      demands: 'resultsHaveCall',
      message: /^Invalid parameter: messages with role 'tool' must be a response to a preceeding message/,
      source: 'https://github.com/smarter-sh/smarter/issues/264',
      check: ({ body }) => {
        const { runs, strays } = toolRuns(messagesOf(body))
        const stray = strays[0] ?? firstOf(runs, foreignResult)
        return (
          stray && {
            message:
              "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
            param: `messages.[${stray.at}].role`,
          }
        )
      },
    },
    {
      demands: 'oneResultPerCall',
      message: /^Invalid parameter: Duplicate value for 'tool_call_id' of '.*', in messages\[\d+\] and/,
      source: 'https://github.com/agno-agi/agno/issues/5116',
      check: ({ body }) => {
        const repeat = firstOf(toolRuns(messagesOf(body)).runs, repeatedResult)
        return (
          repeat && {
            message: `Invalid parameter: Duplicate value for 'tool_call_id' of '${repeat.again.id}', in messages[${repeat.first.at}] and messages[${repeat.again.at}].`,
            param: `messages.[${repeat.again.at}].tool_call_id`,
          }
        )
      },
    },
    {
      demands: 'callsAnswered',
      message: /did not have response messages: /,
      source: 'https://github.com/router-for-me/CLIProxyAPI/issues/2798',
      check: ({ body }) =>
        firstOf(toolRuns(messagesOf(body)).runs, (run) => {
          const open = unansweredIds(run)
          return open.length === 0
            ? undefined
            : {
                message: `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
                param: `messages.[${run.at + run.results.length + 1}].role`,
              }
        }),
    },
  ],
)

function messagesOf(body: Fields): readonly Fields[] {
  return listOf(body['messages'])
}

function eachMessage(check: (message: Fields, at: number) => Breach | undefined) {
  return ({ body }: WireRequest): Breach | undefined => firstOf(messagesOf(body), check)
}

function eachPart(
  check: (
    part: Fields & { type?: unknown },
    at: number,
    place: number,
    message: Fields & { role?: unknown },
  ) => Breach | undefined,
) {
  return eachMessage((message, at) =>
    firstOf(listOf(message['content']), (part, place) => check(part, at, place, message)),
  )
}

function standsWithoutContent(message: Fields): boolean {
  if (message['role'] !== 'assistant') return false
  return ['tool_calls', 'function_call', 'refusal', 'audio'].some(
    (field) => (message[field] ?? null) !== null,
  )
}

function emptyArray(param: string): Breach {
  return {
    message: `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`,
    param,
  }
}
