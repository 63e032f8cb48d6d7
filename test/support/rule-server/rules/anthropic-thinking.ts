import { anthropicTurns, blocksOfType, nameOf } from '../anthropic-turns.ts'
import { type ProviderRule, rulesOf, type WireRequest } from '../rule.ts'
import { fieldsOf, firstOf, textOf } from '../wire.ts'

const thoughtTypes = ['thinking', 'redacted_thinking']

/** Thoughts: signed, as they were issued, and in front of the calls that they led to. */
export const anthropicThinkingRules: readonly ProviderRule[] = rulesOf(
  'anthropic',
  { status: 400, errorType: 'invalid_request_error', code: null },
  [
    {
      demands: 'thinkingSigned',
      message: /^messages\.\d+\.content\.\d+: Invalid `signature` in `thinking` block$/,
      source: 'https://github.com/code-yeongyu/oh-my-openagent/issues/2775',
      check: ({ body }) => {
        const thoughts = anthropicTurns(body).flatMap((turn) => blocksOfType(turn, 'thinking'))
        return firstOf(thoughts, (placed) =>
          textOf(placed.block['signature']) === ''
            ? { message: `${nameOf(placed)}: Invalid \`signature\` in \`thinking\` block` }
            : undefined,
        )
      },
    },
    {
      demands: 'thinkingUnmodified',
      message:
        /^messages\.\d+\.content\.\d+: `thinking` or `redacted_thinking` blocks in the latest assistant/,
      source: 'https://github.com/anthropics/claude-code/issues/63284',
      check: ({ body, issued }) => {
        const latest = anthropicTurns(body).findLast(({ role }) => role === 'assistant')
        return firstOf(blocksOfType(latest, 'thinking'), (placed) => {
          const original = issued.thoughtBehind(textOf(placed.block['signature']))
          return original === undefined || original === placed.block['thinking']
            ? undefined
            : {
                message: `${nameOf(placed)}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.`,
              }
        })
      },
    },
    {
      demands: 'thinkingLeadsCalls',
      message:
        /^messages\.\d+\.content\.\d+\.type: Expected `thinking` or `redacted_thinking`, but found `\w+`\./,
      source: 'https://github.com/deepset-ai/haystack-core-integrations/issues/2146',
      check: (request) => {
        if (!thinks(request)) return undefined
        const latest = anthropicTurns(request.body).findLast(({ role }) => role === 'assistant')
        const first = latest?.blocks[0]
        const type = textOf(first?.block['type'])
        return first === undefined ||
          thoughtTypes.includes(type) ||
          blocksOfType(latest, 'tool_use').length === 0
          ? undefined
          : {
              message: `${nameOf(first)}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block (preceeding the lastmost set of \`tool_use\` and \`tool_result\` blocks).`,
            }
      },
    },
    {
      demands: 'noReasoningAlone',
      message: /^messages\.\d+: The final block in an assistant message cannot be `thinking`\.$/,
      source: 'https://github.com/cortexkit/anthropic-auth/pull/49',
      check: ({ body }) =>
        firstOf(anthropicTurns(body), (turn) => {
          const last = turn.blocks.at(-1)
          return last && turn.role === 'assistant' && thoughtTypes.includes(textOf(last.block['type']))
            ? {
                message: `messages.${last.at}: The final block in an assistant message cannot be \`thinking\`.`,
              }
            : undefined
        }),
    },
  ],
)

function thinks({ body }: WireRequest): boolean {
  return fieldsOf(body['thinking'])['type'] === 'enabled'
}
