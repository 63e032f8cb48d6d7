import type { Fields } from '../../support/rule-server/wire.ts'
import type { RuleCases } from './rule-case.ts'

const user = (...content: readonly Fields[]): Fields => ({ role: 'user', content })
const assistant = (...content: readonly Fields[]): Fields => ({ role: 'assistant', content })
const text = (said = 'Look.'): Fields => ({ type: 'text', text: said })
const use = (id = 'toolu_1'): Fields => ({ type: 'tool_use', id, name: 'look', input: {} })
const result = (id = 'toolu_1'): Fields => ({ type: 'tool_result', tool_use_id: id, content: 'a street' })
const thought: Fields = { type: 'thinking', thinking: 'I should look.', signature: 'signature-9' }
const marked: Fields = { ...text(), cache_control: { type: 'ephemeral' } }

const request = (...messages: readonly Fields[]): Fields => ({
  model: 'claude-sonnet-4-5',
  max_tokens: 1_024,
  messages,
})
const thinking = (...messages: readonly Fields[]): Fields => ({
  ...request(...messages),
  thinking: { type: 'enabled', budget_tokens: 1_024 },
})

export const anthropicCases: RuleCases = {
  systemOutside: {
    broken: request({ role: 'system', content: 'Be brief.' }, user(text())),
    mended: { ...request(user(text())), system: 'Be brief.' },
  },
  opensWithUser: {
    broken: request(assistant(text()), user(text())),
    mended: request(user(text()), user(text()), assistant(text()), assistant(text())),
  },
  noAssistantLast: {
    broken: { ...request(user(text()), assistant(text())), model: 'claude-sonnet-4-6' },
    mended: request(user(text()), assistant(text())),
  },
  noEmptyAssistantBeforeLast: {
    broken: request(user(text()), { role: 'assistant', content: '' }, user(text())),
    mended: request(user(text()), { role: 'assistant', content: '' }),
  },
  noEmptyText: { broken: request(user(text(''))), mended: request(user(text())) },
  noTrailingWhitespace: {
    broken: request(user(text()), assistant(text('Seen: '))),
    mended: request(user(text()), assistant(text('Seen: ')), user(text())),
  },
  fewCacheMarks: {
    broken: { ...request(user(marked, marked, marked)), system: [marked, marked] },
    mended: { ...request(user(marked, marked)), system: [marked, marked] },
  },
  callIdsUniqueInList: {
    broken: request(user(text()), assistant(use()), user(result()), assistant(use()), user(result())),
    mended: request(
      user(text()),
      assistant(use()),
      user(result()),
      assistant(use('toolu_2')),
      user(result('toolu_2')),
    ),
  },
  resultsHaveCall: {
    broken: request(user(result())),
    mended: request(user(text()), assistant(use()), user(result())),
  },
  oneResultPerCall: {
    broken: request(user(text()), assistant(use()), user(result(), result())),
    mended: request(user(text()), assistant(use(), use('toolu_2')), user(result('toolu_2')), user(result())),
  },
  callsAnswered: {
    broken: request(user(text()), assistant(use()), user(text())),
    mended: request(user(text()), assistant(use()), user(result(), text())),
  },
  resultsStandFirst: {
    broken: request(user(text()), assistant(use()), user(text(), result())),
    mended: request(user(text()), assistant(use()), user(result(), text())),
  },
  serverResultsHaveUse: {
    broken: request(
      user(text()),
      assistant({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }),
    ),
    mended: request(
      user(text()),
      assistant(
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
      ),
    ),
  },
  thinkingSigned: {
    broken: thinking(
      user(text()),
      assistant({ type: 'thinking', thinking: 'I should look.' }, use()),
      user(result()),
    ),
    mended: thinking(user(text()), assistant(thought, use()), user(result())),
  },
  thinkingUnmodified: {
    before: {
      body: thinking(user(text())),
      turn: { thought: { text: 'I should look.' }, calls: [{ id: 'toolu_1', name: 'look' }] },
    },
    broken: thinking(
      user(text()),
      assistant({ type: 'thinking', thinking: 'Look.', signature: 'signature-1' }, use()),
      user(result()),
    ),
    mended: thinking(
      user(text()),
      assistant({ ...thought, signature: 'signature-1' }, use()),
      user(result()),
    ),
  },
  thinkingLeadsCalls: {
    broken: thinking(user(text()), assistant(use()), user(result())),
    mended: request(user(text()), assistant(use()), user(result())),
  },
  noReasoningAlone: {
    broken: thinking(user(text()), assistant(thought), user(text())),
    mended: thinking(user(text()), assistant(thought, text('Seen.')), user(text())),
  },
}
