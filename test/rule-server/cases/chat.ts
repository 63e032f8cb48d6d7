import type { Fields } from '../../support/rule-server/wire.ts'
import type { RuleCases } from './rule-case.ts'

const user: Fields = { role: 'user', content: 'Look.' }
const system: Fields = { role: 'system', content: 'Be brief.' }
const answer: Fields = { role: 'assistant', content: 'Seen.' }
const [first, second] = ['call00001', 'call00002'] as const

const calls = (...ids: readonly string[]): Fields => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })),
})
const result = (id: string): Fields => ({ role: 'tool', tool_call_id: id, content: 'a street' })

const chat =
  (model: string) =>
  (...messages: readonly Fields[]): Fields => ({ model, messages })

const openai = chat('gpt-5')
const picture: Fields = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }

export const openaiChatCases: RuleCases = {
  messagesNotEmpty: { broken: openai(), mended: openai(user) },
  knownRole: {
    broken: openai({ role: 'narrator', content: 'Once.' }),
    mended: openai({ role: 'developer', content: 'Once.' }),
  },
  developerRoleSupported: {
    broken: chat('o1-mini')({ role: 'developer', content: 'Be brief.' }, user),
    mended: chat('o1-mini')(user),
  },
  toolCallsNotEmpty: {
    broken: openai(user, { ...answer, tool_calls: [] }, user),
    mended: openai(user, answer, user),
  },
  callIdLength: {
    broken: openai(user, calls('c'.repeat(41)), result('c'.repeat(41))),
    mended: openai(user, calls('c'.repeat(40)), result('c'.repeat(40))),
  },
  contentNotNull: {
    broken: openai(user, { role: 'assistant', content: null }, user),
    mended: openai(user, { role: 'assistant', content: '' }, user),
  },
  knownParts: {
    broken: openai({ role: 'user', content: [{ type: 'image' }] }),
    mended: openai({ role: 'user', content: [{ type: 'text', text: 'Look.' }] }),
  },
  imagesFromUser: {
    broken: openai(user, calls(first), { ...result(first), content: [picture] }),
    mended: openai(user, calls(first), result(first), { role: 'user', content: [picture] }),
  },
  resultsHaveCall: {
    broken: openai(user, result(first)),
    mended: openai(user, calls(first), result(first)),
  },
  oneResultPerCall: {
    broken: openai(user, calls(first), result(first), result(first)),
    mended: openai(user, calls(first), result(first), calls(first), result(first)),
  },
  callsAnswered: {
    broken: openai(user, calls(first, second), result(second), user),
    mended: openai(user, calls(first, second), result(second), result(first), user),
  },
}

const mistral = chat('mistral-large-latest')

export const mistralCases: RuleCases = {
  messagesNotEmpty: { broken: mistral(), mended: mistral(user) },
  singleMessageFromUser: { broken: mistral({ ...answer, prefix: true }), mended: mistral(system) },
  noAssistantLast: { broken: mistral(user, answer), mended: mistral(user, { ...answer, prefix: true }) },
  noUserAfterToolResult: {
    broken: mistral(user, calls(first), result(first), user),
    mended: mistral(user, calls(first), result(first), answer, user, user),
  },
  resultsFollowCalls: {
    broken: mistral(user, calls(first), user, result(first)),
    mended: mistral(user, calls(first), result(first)),
  },
  noSystemAfterAssistant: {
    broken: mistral(user, answer, system, user),
    mended: mistral(user, answer, user, system, user),
  },
  noSystemAfterToolResult: {
    broken: mistral(user, calls(first), result(first), system, user),
    mended: mistral(system, user, calls(first), result(first)),
  },
  noResultAfterSystem: { broken: mistral(system, result(first)), mended: mistral(system, user) },
  callIdsUnique: {
    broken: mistral(user, calls(first, first), result(first)),
    mended: mistral(user, calls(first), result(first), calls(first), result(first)),
  },
  oneResultPerCall: {
    broken: mistral(user, calls(first), result(first), result(first)),
    mended: mistral(user, calls(first), result(first)),
  },
  resultsHaveCall: {
    broken: mistral(user, answer, result(first)),
    mended: mistral(user, calls(first), result(first)),
  },
  callsAnswered: {
    broken: mistral(user, calls(first, second), result(first)),
    mended: mistral(user, calls(first, second), result(second), result(first)),
  },
  callIdForm: {
    broken: mistral(user, calls('call_1'), result('call_1')),
    mended: mistral(user, calls(first), result(first)),
  },
  noEmptyAssistant: {
    broken: mistral(user, { role: 'assistant', content: '' }, user),
    mended: mistral(user, answer, user),
  },
}

const deepseek = chat('deepseek-chat')
const thinking = chat('deepseek-v4-pro')
const reasoner = chat('deepseek-reasoner')

export const deepseekCases: RuleCases = {
  idsPresent: {
    broken: deepseek(user, calls(first), { role: 'tool', content: 'a street' }),
    mended: deepseek(user, calls(first), result(first)),
  },
  noEmptyAssistant: {
    broken: deepseek(user, { role: 'assistant', content: '' }, user),
    mended: deepseek(user, answer, user),
  },
  resultsHaveCall: {
    broken: deepseek(user, result(first)),
    mended: deepseek(user, calls(first), result(first)),
  },
  callIdsUniqueInList: {
    broken: deepseek(user, calls(first), result(first), calls(first), result(first)),
    mended: deepseek(user, calls(first), result(first), calls(second), result(second)),
  },
  callsAnswered: {
    broken: deepseek(user, calls(first), user),
    mended: deepseek(user, calls(first), result(first), user),
  },
  reasoningPassedBack: {
    broken: thinking(user, calls(first), result(first)),
    mended: thinking(user, { ...calls(first), reasoning_content: 'I should look.' }, result(first)),
  },
  opensWithUser: { broken: reasoner(system, answer, user), mended: reasoner(system, user) },
  rolesAlternate: { broken: reasoner(user, user), mended: deepseek(user, user) },
  noAssistantLast: { broken: reasoner(user, answer), mended: reasoner(user, { ...answer, prefix: true }) },
}
