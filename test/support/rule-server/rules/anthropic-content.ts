import { blocksOf } from '../anthropic-turns.ts'
import { type ProviderRule, rulesOf } from '../rule.ts'
import { type Fields, fieldsOf, firstOf, listOf, textOf } from '../wire.ts'

const mostCacheMarks = 4

/** Roles, empty content and cache marks. */
export const anthropicContentRules: readonly ProviderRule[] = rulesOf(
  'anthropic',
  { status: 400, errorType: 'invalid_request_error', code: null },
  [
    {
      demands: 'systemOutside',
      message:
        /^messages: Unexpected role "system"\. The Messages API accepts a top-level `system` parameter/,
      source: 'https://github.com/ianarawjo/ChainForge/issues/271',
      check: ({ body }) =>
        listOf(body['messages']).some(({ role }) => role === 'system')
          ? {
              message:
                'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.',
            }
          : undefined,
    },
    {
      demands: 'opensWithUser',
      message: /^messages: first message must use the "user" role$/,
      source: 'https://github.com/lobehub/lobehub/issues/1601',
      check: ({ body }) =>
        fieldsOf(listOf(body['messages'])[0])['role'] === 'user'
          ? undefined
          : { message: 'messages: first message must use the "user" role' },
    },
    {
      demands: 'noAssistantLast',
      models: /^claude-((opus|sonnet)-4-[6-9]|[a-z]+-5)/,
      message:
        /^This model does not support assistant message prefill\. The conversation must end with a user/,
      source: 'https://github.com/smallmain/vscode-unify-chat-provider/issues/249',
      check: ({ body }) =>
        listOf(body['messages']).at(-1)?.['role'] === 'assistant'
          ? {
              message:
                'This model does not support assistant message prefill. The conversation must end with a user message.',
            }
          : undefined,
    },
    {
      demands: 'noEmptyAssistantBeforeLast',
      message:
        /^messages\.\d+: all messages must have non-empty content except for the optional final assistant/,
      source: 'https://github.com/anthropics/claude-code/issues/3196',
      check: ({ body }) => {
        const messages = listOf(body['messages'])
        return firstOf(messages, ({ role, content }, at) => {
          const exempt = role === 'assistant' && at === messages.length - 1
          return exempt || !isEmpty(content)
            ? undefined
            : {
                message: `messages.${at}: all messages must have non-empty content except for the optional final assistant message`,
              }
        })
      },
    },
    {
      demands: 'noEmptyText',
      message: /^messages: text content blocks must be non-empty$/,
      source: 'https://github.com/anthropics/claude-code/issues/59812',
      check: ({ body }) =>
        listOf(body['messages']).some(
          ({ content }) =>
            Array.isArray(content) &&
            blocksOf(content).some(({ type, text }) => type === 'text' && text === ''),
        )
          ? { message: 'messages: text content blocks must be non-empty' }
          : undefined,
    },
    {
      demands: 'noTrailingWhitespace',
      message: /^messages: final assistant content cannot end with trailing whitespace$/,
      source: 'https://github.com/langchain-ai/langchain/issues/35071',
      check: ({ body }) => {
        const last = listOf(body['messages']).at(-1)
        const text = textOf(blocksOf(last?.['content']).at(-1)?.['text'])
        return last?.['role'] === 'assistant' && /\s$/.test(text)
          ? { message: 'messages: final assistant content cannot end with trailing whitespace' }
          : undefined
      },
    },
    {
      demands: 'fewCacheMarks',
      message: /^A maximum of 4 blocks with cache_control may be provided\. Found \d+\.$/,
      source: 'https://github.com/tghamm/Anthropic.SDK/issues/50',
      check: ({ body }) => {
        const contents = listOf(body['messages']).map(({ content }) => content)
        const found = [body['tools'], body['system'], ...contents].reduce<number>(
          (sum, blocks) => sum + countMarks(blocks),
          0,
        )
        return found > mostCacheMarks
          ? {
              message: `A maximum of ${mostCacheMarks} blocks with cache_control may be provided. Found ${found}.`,
            }
          : undefined
      },
    },
  ],
)

function isEmpty(content: unknown): boolean {
  return typeof content === 'string' ? content === '' : blocksOf(content).length === 0
}

function countMarks(blocks: unknown): number {
  return listOf(blocks).reduce(
    (sum: number, block: Fields) => sum + (block['cache_control'] ? 1 : 0) + countMarks(block['content']),
    0,
  )
}
