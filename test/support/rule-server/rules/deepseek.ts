import { type ProviderRule, rulesOf, type WireRequest } from '../rule.ts'
import { callIdsOf, foreignResult, toolRuns, unansweredIds } from '../tool-runs.ts'
import { type Fields, fieldsOf, firstOf, listOf, textOf } from '../wire.ts'

const reasoner = /^deepseek-reasoner$/

/** What DeepSeek refuses of a Chat Completions request. Its ids are unique in the whole list. */
export const deepseekRules: readonly ProviderRule[] = rulesOf(
  'deepseek',
  { status: 400, errorType: 'invalid_request_error', code: 'invalid_request_error' },
  [
    {
      demands: 'idsPresent',
      message: /^Failed to deserialize the JSON body into the target type: messages\[\d+\]: missing field/,
      source: 'https://github.com/EKKOLearnAI/hermes-studio/issues/323',
      check: ({ body }) =>
        firstOf(messagesOf(body), (message, at) => {
          const field = missingId(message)
          return field === undefined
            ? undefined
            : {
                message: `Failed to deserialize the JSON body into the target type: messages[${at}]: missing field \`${field}\``,
              }
        }),
    },
    {
      demands: 'noEmptyAssistant',
      message: /^Invalid assistant message: content or tool_calls must be set$/,
      source: 'https://github.com/carlrobertoh/ProxyAI/issues/834',
      check: ({ body }) =>
        messagesOf(body).some((message) => message['role'] === 'assistant' && isEmpty(message))
          ? { message: 'Invalid assistant message: content or tool_calls must be set' }
          : undefined,
    },
    {
      demands: 'resultsHaveCall',
      message: /^Messages with role 'tool' must be a response to a preceding message with 'tool_calls'$/,
      source: 'https://github.com/FoundationAgents/OpenManus/issues/744',
      check: ({ body }) => {
        const { runs, strays } = toolRuns(messagesOf(body))
        const stray = strays[0] ?? firstOf(runs, foreignResult)
        return (
          stray && {
            message: "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'",
          }
        )
      },
    },
    {
      demands: 'callIdsUniqueInList',
      message: /^Duplicate value for 'tool_call_id' of .* in message\[\d+\]$/,
      source: 'https://github.com/craft-ai-agents/craft-agents-oss/issues/630',
      check: ({ body }) => {
        const seen = new Set<string>()
        return firstOf(messagesOf(body), (message, at) => {
          const ids = message['role'] === 'tool' ? [textOf(message['tool_call_id'])] : callIdsOf(message)
          // Calls and results are counted apart: each result repeats the id of its call.
          const marked = ids.map((id) => `${textOf(message['role'])} ${id}`)
          const twice = ids.find(
            (_, place) => seen.has(marked[place] ?? '') || ids.indexOf(ids[place] ?? '') !== place,
          )
          for (const mark of marked) seen.add(mark)
          return twice === undefined
            ? undefined
            : { message: `Duplicate value for 'tool_call_id' of ${twice} in message[${at}]` }
        })
      },
    },
    {
      demands: 'callsAnswered',
      message: /\(insufficient tool messages following tool_calls message\)$/,
      source: 'https://github.com/langgenius/dify/issues/32222',
      check: ({ body }) =>
        toolRuns(messagesOf(body)).runs.some((run) => unansweredIds(run).length > 0)
          ? {
              message:
                "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
            }
          : undefined,
    },
    {
      demands: 'reasoningPassedBack',
      message: /^The `reasoning_content` in the thinking mode must be passed back to the API\.$/,
      source: 'https://api-docs.deepseek.com/guides/thinking_mode.md',
      check: (request) =>
        thinks(request) &&
        messagesOf(request.body).some(
          (message) => callIdsOf(message).length > 0 && typeof message['reasoning_content'] !== 'string',
        )
          ? { message: 'The `reasoning_content` in the thinking mode must be passed back to the API.' }
          : undefined,
    },
    {
      demands: 'opensWithUser',
      models: reasoner,
      message: /^The first message \(except the system message\) of deepseek-reasoner must be a user message/,
      source: 'https://github.com/ChatGPTNextWeb/NextChat/issues/6343',
      check: ({ body }) => {
        const first = messagesOf(body).find(({ role }) => role !== 'system')
        return first?.['role'] === 'user'
          ? undefined
          : {
              message: `The first message (except the system message) of deepseek-reasoner must be a user message, but an ${textOf(first?.['role'])} message detected.`,
            }
      },
    },
    {
      demands: 'rolesAlternate',
      models: reasoner,
      message: /^deepseek-reasoner does not support successive user or assistant messages/,
      source: 'https://github.com/deepseek-ai/DeepSeek-R1/issues/21',
      check: ({ body }) => {
        const messages = messagesOf(body)
        return firstOf(messages, ({ role }, at) =>
          (role === 'user' || role === 'assistant') && messages[at - 1]?.['role'] === role
            ? {
                message: `deepseek-reasoner does not support successive user or assistant messages (messages[${at - 1}] and messages[${at}] in your input). You should interleave the user/assistant messages in the message sequence.`,
              }
            : undefined,
        )
      },
    },
    {
      demands: 'noAssistantLast',
      models: reasoner,
      message:
        /^The last message of deepseek-reasoner must be a user message, or an assistant message with prefix/,
      source: 'https://github.com/BerriAI/litellm/issues/8090',
      check: ({ body }) => {
        const last = messagesOf(body).at(-1)
        return last?.['role'] === 'assistant' && last['prefix'] !== true
          ? {
              message:
                'The last message of deepseek-reasoner must be a user message, or an assistant message with prefix mode on (refer to https://api-docs.deepseek.com/guides/chat_prefix_completion).',
            }
          : undefined
      },
    },
  ],
)

function messagesOf(body: Fields): readonly Fields[] {
  return listOf(body['messages'])
}

// Thinking is on by default, and off for the model name that stands for the mode without it.
function thinks({ body, model }: WireRequest): boolean {
  const { type } = fieldsOf(body['thinking'])
  return type === undefined ? model.startsWith('deepseek-') && model !== 'deepseek-chat' : type === 'enabled'
}

function missingId(message: Fields): string | undefined {
  if (message['role'] === 'tool')
    return typeof message['tool_call_id'] === 'string' ? undefined : 'tool_call_id'
  return listOf(message['tool_calls']).every(({ id }) => typeof id === 'string') ? undefined : 'id'
}

function isEmpty(message: Fields): boolean {
  const { content } = message
  const says = typeof content === 'string' ? content !== '' : Array.isArray(content) && content.length > 0
  return !says && callIdsOf(message).length === 0
}
