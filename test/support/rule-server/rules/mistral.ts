import { type Breach, type ProviderRule, rulesOf, type WireRequest } from '../rule.ts'
import { callIdsOf, foreignResult, repeatedResult, toolRuns, unansweredIds } from '../tool-runs.ts'
import { type Fields, firstOf, listOf, textOf } from '../wire.ts'

// Mistral publishes the validator that its server runs.
const validator =
  'https://github.com/mistralai/mistral-common/blob/039465db2bdc0486df36365c9bdb428188482a18/src/mistral_common/protocol/instruct/validator.py'
const callIdForm = /^[a-zA-Z0-9]{9}$/

/** What Mistral refuses of a Chat Completions request. Two user messages in a row are not among it. */
export const mistralRules: readonly ProviderRule[] = rulesOf(
  'mistral',
  { status: 400, errorType: 'invalid_request_message_order', code: '3230' },
  [
    {
      demands: 'messagesNotEmpty',
      message: /^Conversation must have at least one message$/,
      source: validator,
      check: ({ body }) =>
        messagesOf(body).length === 0
          ? { message: 'Conversation must have at least one message' }
          : undefined,
    },
    {
      demands: 'singleMessageFromUser',
      message: /^Conversation must start with a user message or system message$/,
      source: validator,
      check: ({ body }) => {
        const [only, ...others] = messagesOf(body)
        return others.length > 0 || only?.['role'] === 'user' || only?.['role'] === 'system'
          ? undefined
          : { message: 'Conversation must start with a user message or system message' }
      },
    },
    {
      demands: 'noAssistantLast',
      message: /^Expected last role User or Tool \(or Assistant with prefix True\) for serving but got \w+$/,
      source: 'https://github.com/0xPlaygrounds/rig/issues/708',
      check: ({ body }) => {
        const last = messagesOf(body).at(-1)
        return last?.['role'] === 'assistant' && last['prefix'] !== true
          ? {
              message:
                'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant',
            }
          : undefined
      },
    },
    roleOrder(
      'noUserAfterToolResult',
      ['user', 'tool'],
      'https://github.com/mistralai/mistral-common/issues/169',
    ),
    roleOrder('resultsFollowCalls', ['tool', 'user'], 'https://github.com/charmbracelet/crush/issues/279'),
    roleOrder(
      'noSystemAfterAssistant',
      ['system', 'assistant'],
      'https://github.com/swarmauri/swarmauri-sdk/issues/162',
    ),
    roleOrder('noSystemAfterToolResult', ['system', 'tool'], validator),
    roleOrder('noResultAfterSystem', ['tool', 'system'], validator),
    {
      demands: 'callIdsUnique',
      message: /^Duplicate tool call id .* in assistant message$/,
      source: validator,
      check: ({ body }) =>
        firstOf(messagesOf(body), (message) => {
          const ids = callIdsOf(message)
          const twice = ids.find((id, at) => ids.indexOf(id) !== at)
          return twice === undefined
            ? undefined
            : { message: `Duplicate tool call id ${twice} in assistant message` }
        }),
    },
    {
      demands: 'oneResultPerCall',
      message: /^Duplicate tool call id .* in tool results$/,
      source: validator,
      check: eachRun((run) => {
        const repeat = repeatedResult(run)
        return repeat && { message: `Duplicate tool call id ${repeat.again.id} in tool results` }
      }),
    },
    {
      demands: 'resultsHaveCall',
      message: /^Unexpected tool call id .* in tool results$/,
      source: validator,
      check: ({ body }) => {
        const { runs, strays } = toolRuns(messagesOf(body))
        const stray = firstOf(runs, foreignResult) ?? strays[0]
        return stray && { message: `Unexpected tool call id ${stray.id} in tool results` }
      },
    },
    {
      demands: 'callsAnswered',
      message: /^Not the same number of function calls and responses$/,
      source: 'https://github.com/mistralai/client-ts/issues/106',
      check: eachRun((run) =>
        unansweredIds(run).length === 0
          ? undefined
          : { message: 'Not the same number of function calls and responses' },
      ),
    },
    {
      demands: 'callIdForm',
      errorType: 'invalid_function_call',
      code: '3280',
      message: /^Tool call id was .* but must be a-z, A-Z, 0-9, with a length of 9\.$/,
      source: 'https://github.com/editor-code-assistant/eca/issues/233',
      check: ({ body }) =>
        firstOf(messagesOf(body), (message) => {
          const ids = message['role'] === 'tool' ? [textOf(message['tool_call_id'])] : callIdsOf(message)
          const odd = ids.find((id) => !callIdForm.test(id))
          return odd === undefined
            ? undefined
            : { message: `Tool call id was ${odd} but must be a-z, A-Z, 0-9, with a length of 9.` }
        }),
    },
    {
      demands: 'noEmptyAssistant',
      errorType: 'invalid_request_error',
      code: null,
      message: /^Assistant message must have either content or tool_calls, but not none\.$/,
      source: 'https://github.com/OpenHands/OpenHands/issues/8685',
      check: ({ body }) =>
        messagesOf(body).some((message) => message['role'] === 'assistant' && isEmpty(message))
          ? { message: 'Assistant message must have either content or tool_calls, but not none.' }
          : undefined,
    },
  ],
)

function messagesOf(body: Fields): readonly Fields[] {
  return listOf(body['messages'])
}

function eachRun(check: (run: ReturnType<typeof toolRuns>['runs'][number]) => Breach | undefined) {
  return ({ body }: WireRequest): Breach | undefined => firstOf(toolRuns(messagesOf(body)).runs, check)
}

function roleOrder(demands: string, [role, before]: readonly [string, string], source: string) {
  const message = `Unexpected role '${role}' after role '${before}'`
  return {
    demands,
    message: new RegExp(`^${message}$`),
    source,
    check: ({ body }: WireRequest): Breach | undefined => {
      const messages = messagesOf(body)
      const meets = messages.some((one, at) => one['role'] === role && messages[at - 1]?.['role'] === before)
      return meets ? { message } : undefined
    },
  }
}

function isEmpty(message: Fields): boolean {
  const { content } = message
  const says = typeof content === 'string' ? content !== '' : Array.isArray(content) && content.length > 0
  return !says && listOf(message['tool_calls']).length === 0
}
