import type { AnswerTurn } from '../../support/rule-server/scripted-turn.ts'
import type { Fields } from '../../support/rule-server/wire.ts'
import type { RuleCases } from './rule-case.ts'

const user: Fields = { role: 'user', content: 'Look.' }
const call: Fields = { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' }
const output: Fields = { type: 'function_call_output', call_id: 'call_1', output: 'a street' }
const reasoning: Fields = { type: 'reasoning', id: 'rs_9', summary: [], encrypted_content: 'opaque' }
const message: Fields = {
  type: 'message',
  id: 'msg_9',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Seen.' }],
}

const unnamed: Fields = { role: 'assistant', content: 'Seen.' }

const responses = (...input: readonly Fields[]): Fields => ({ model: 'gpt-5', input })
const turn: AnswerTurn = { thought: { text: 'I should look.' }, calls: [{ id: 'call_1', name: 'look' }] }
const before = { body: responses(user), turn }
// What the server issues for that turn, as it is the first one that it is asked for.
const issuedThought: Fields = { ...reasoning, id: 'rs_1' }
const issuedCall: Fields = { ...call, id: 'fc_1_0' }

export const openaiResponsesCases: RuleCases = {
  idPrefix: {
    broken: responses(user, { ...call, id: 'call_1' }, output),
    mended: responses(user, { ...call, id: 'fc_1' }, output),
  },
  callIdLength: {
    broken: responses(user, { ...call, call_id: 'c'.repeat(65) }, { ...output, call_id: 'c'.repeat(65) }),
    mended: responses(user, call, output),
  },
  assistantPartsAreOutput: {
    broken: responses(user, { role: 'assistant', content: [{ type: 'input_text', text: 'Seen.' }] }, user),
    mended: responses(user, { role: 'assistant', content: [{ type: 'output_text', text: 'Seen.' }] }, user),
  },
  itemsKnown: {
    before,
    broken: responses(user, { type: 'item_reference', id: 'fc_8' }, output),
    mended: responses(
      user,
      { type: 'item_reference', id: 'rs_1' },
      { type: 'item_reference', id: 'fc_1_0' },
      output,
    ),
  },
  itemIdsUnique: { broken: responses(user, message, message), mended: responses(user, message, user) },
  noReasoningAlone: {
    broken: responses(user, reasoning, user),
    mended: { ...responses(user, reasoning, unnamed, user), store: false },
  },
  namedAfterReasoning: {
    broken: responses(user, reasoning, unnamed, user),
    mended: responses(user, reasoning, message, { ...reasoning, id: 'rs_8' }, call, output, user),
  },
  reasoningKept: {
    before,
    broken: responses(user, issuedCall, output),
    mended: responses(user, issuedThought, issuedCall, output),
  },
  resultsHaveCall: { broken: responses(user, output, call), mended: responses(user, call, user, output) },
  callsAnswered: { broken: responses(user, call, user), mended: responses(user, call, output, user) },
  oneResultPerCall: {
    broken: responses(user, call, output, call, output),
    mended: responses(user, call, output, { ...call, call_id: 'call_2' }, { ...output, call_id: 'call_2' }),
  },
}
