import type { Fields } from '../../support/rule-server/wire.ts'
import type { RuleCases } from './rule-case.ts'

const user = (...parts: readonly Fields[]): Fields => ({ role: 'user', parts })
const model = (...parts: readonly Fields[]): Fields => ({ role: 'model', parts })
const text: Fields = { text: 'Look.' }
const call: Fields = { functionCall: { name: 'look', args: {} } }
const signedCall: Fields = { ...call, thoughtSignature: 'opaque' }
const response: Fields = { functionResponse: { name: 'look', response: { seen: 'a street' } } }

const request = (...contents: readonly Fields[]): Fields => ({ model: 'gemini-2.5-pro', contents })
const newer = (...contents: readonly Fields[]): Fields => ({ model: 'gemini-3-pro', contents })

export const geminiCases: RuleCases = {
  messagesNotEmpty: { broken: request(), mended: request(user(text)) },
  noEmptyMessage: {
    broken: request(user(text), model(), user(text)),
    mended: request(user(text), model(text), user(text)),
  },
  partsHoldData: { broken: request(user({})), mended: request(user({ text: '' })) },
  callsFollowUserOrResults: {
    broken: request(user(text), model(text), model(call), user(response)),
    mended: request(user(text), model(text, call), user(response), model(call), user(response)),
  },
  opensWithUser: { broken: request(model(text), user(text)), mended: request(user(text), user(text)) },
  resultsHaveCall: {
    broken: request(user(response)),
    mended: request(user(text), model(call), user(response)),
  },
  callsAnswered: {
    broken: request(user(text), model(call, call), user(response)),
    mended: request(user(text), model(call, call), user(response, response)),
  },
  thoughtSignature: {
    broken: newer(user(text), model(call), user(response)),
    mended: newer(
      user(text),
      model(call),
      user(response),
      model(text),
      user(text),
      model(signedCall, call),
      user(response, response),
    ),
  },
  noAssistantLast: {
    broken: { ...request(user(text), model(text)), model: 'gemini-4-argon' },
    mended: request(user(text), model(text)),
  },
}
