import { anthropicTurns, blocksOfType, nameOf, type PlacedBlock } from '../anthropic-turns.ts'
import { type ProviderRule, rulesOf } from '../rule.ts'
import { firstOf, textOf } from '../wire.ts'

/** Calls and results. A call of a server tool may stay open: its result comes when the turn goes on. */
export const anthropicToolRules: readonly ProviderRule[] = rulesOf(
  'anthropic',
  { status: 400, errorType: 'invalid_request_error', code: null },
  [
    {
      demands: 'callIdsUniqueInList',
      message: /^messages\.\d+\.content\.\d+: `tool_use` ids must be unique$/,
      source: 'https://github.com/HKUDS/nanobot/issues/4442',
      check: ({ body }) => {
        const seen = new Set<string>()
        const uses = anthropicTurns(body).flatMap((turn) => blocksOfType(turn, 'tool_use'))
        return firstOf(uses, (placed) => {
          const id = textOf(placed.block['id'])
          if (seen.has(id)) return { message: `${nameOf(placed)}: \`tool_use\` ids must be unique` }
          seen.add(id)
          return undefined
        })
      },
    },
    {
      demands: 'resultsHaveCall',
      message: /^messages\.\d+\.content\.\d+: unexpected `tool_use_id` found in `tool_result` blocks: /,
      source: 'https://github.com/anthropics/claude-code/issues/18947',
      check: ({ body }) => {
        const turns = anthropicTurns(body)
        return firstOf(turns, (turn, at) => {
          const called = idsOf(blocksOfType(turns[at - 1], 'tool_use'), 'id')
          return firstOf(blocksOfType(turn, 'tool_result'), (placed) => {
            const id = textOf(placed.block['tool_use_id'])
            return called.includes(id)
              ? undefined
              : {
                  message: `${nameOf(placed)}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
                }
          })
        })
      },
    },
    {
      demands: 'oneResultPerCall',
      message: /each tool_use must have a single result\. Found multiple `tool_result` blocks with id: /,
      source: 'https://github.com/vectorize-io/hindsight/pull/4250',
      check: ({ body }) =>
        firstOf(anthropicTurns(body), (turn) => {
          const results = blocksOfType(turn, 'tool_result')
          const ids = idsOf(results, 'tool_use_id')
          return firstOf(results, (placed, at) => {
            const id = ids[at] ?? ''
            return ids.indexOf(id) === at
              ? undefined
              : {
                  message: `${nameOf(placed)}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
                }
          })
        }),
    },
    {
      demands: 'callsAnswered',
      message: /^messages\.\d+: `tool_use` ids were found without `tool_result` blocks immediately after: /,
      source: 'https://github.com/anthropics/claude-code/issues/8210',
      check: ({ body }) => {
        const turns = anthropicTurns(body)
        return firstOf(turns, (turn, at) => {
          const answered = idsOf(blocksOfType(turns[at + 1], 'tool_result'), 'tool_use_id')
          const open = idsOf(blocksOfType(turn, 'tool_use'), 'id').filter((id) => !answered.includes(id))
          return open.length === 0
            ? undefined
            : {
                message: `messages.${turn.at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${open.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
              }
        })
      },
    },
    {
      demands: 'resultsStandFirst',
      message: /^messages\.\d+: Did not find \d+ `tool_result` block\(s\) at the beginning of this message\./,
      source: 'https://github.com/apify/tester-mcp-client/issues/12',
      check: ({ body }) => {
        const turns = anthropicTurns(body)
        return firstOf(turns, (turn, at) => {
          const expected = blocksOfType(turns[at - 1], 'tool_use').length
          const leading = turn.blocks.slice(0, expected)
          return leading.every(({ block }) => block['type'] === 'tool_result')
            ? undefined
            : {
                message: `messages.${turn.at}: Did not find ${expected} \`tool_result\` block(s) at the beginning of this message. Messages following \`tool_use\` blocks must begin with a matching number of \`tool_result\` blocks.`,
              }
        })
      },
    },
    {
      demands: 'serverResultsHaveUse',
      message:
        /found in `\w+_tool_result` blocks: .* must have a corresponding `server_tool_use` block before it\.$/,
      source: 'https://github.com/anthropics/claude-code/issues/64383',
      check: ({ body }) => {
        const used = new Set<string>()
        const blocks = anthropicTurns(body).flatMap((turn) => turn.blocks)
        return firstOf(blocks, (placed) => {
          const type = textOf(placed.block['type'])
          if (type === 'server_tool_use' || type === 'mcp_tool_use') used.add(textOf(placed.block['id']))
          const id = textOf(placed.block['tool_use_id'])
          return /.+_tool_result$/.test(type) && !used.has(id)
            ? {
                message: `${nameOf(placed)}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${id}. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`,
              }
            : undefined
        })
      },
    },
  ],
)

function idsOf(blocks: readonly PlacedBlock[], field: string): readonly string[] {
  return blocks.map(({ block }) => textOf(block[field]))
}
