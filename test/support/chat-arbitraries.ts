import { fc } from '@fast-check/vitest'
import type { SequenceDemand } from '../../src/context/sequence-rules.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  approvalRequest,
  assistant,
  bytes,
  calls,
  compaction,
  providerCall,
  reasoning,
  result,
  system,
  user,
} from './messages.ts'
import { digestOf, referenceTo } from './snapshot-of.ts'

type Messages = readonly OpenAIChatMessage[]

// Few texts and ids, so that equal messages and ids that recur are common.
const text = fc.constantFrom('go on', 'ok', 'é€😀', bytes(60), bytes(300))
const id = fc.constantFrom('0', '0', 'a', 'b', 'c')
const resultText = fc.oneof(
  text,
  fc.constantFrom('1', '2', '3').map((digit) => referenceTo(digestOf(digit))),
)

const oneMessage: fc.Arbitrary<Messages> = fc.oneof(
  { weight: 4, arbitrary: text.map((content) => [user(content)]) },
  { weight: 4, arbitrary: text.map((content) => [assistant(content)]) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('1', '2').map((digit) => [assistant(referenceTo(digestOf(digit)))]),
  },
  { weight: 1, arbitrary: text.map((content) => [reasoning(content), assistant(content)]) },
  { weight: 1, arbitrary: text.map((content) => [system(content)]) },
  { weight: 1, arbitrary: fc.constant([compaction()]) },
  { weight: 1, arbitrary: fc.nat().map((number) => [providerCall(`run-${number}`)]) },
)

const wholeExchange: fc.Arbitrary<Messages> = fc
  .tuple(
    fc.uniqueArray(id, { minLength: 1, maxLength: 3 }),
    fc.array(resultText, { minLength: 3, maxLength: 3 }),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([ids, texts, reversed, thinks]) => {
    const results = ids.map((callId, index) => result(callId, texts[index]))
    return [...(thinks ? [reasoning()] : []), calls(...ids), ...(reversed ? results.reverse() : results)]
  })

const defect: fc.Arbitrary<Messages> = fc.oneof(
  id.map((callId) => [calls(callId)]),
  id.map((callId) => [result(callId)]),
  fc.tuple(id, text).map(([callId, content]) => [calls(callId), user(content), result(callId)]),
  id.map((callId) => [calls(callId), result(callId), result(callId)]),
  fc.constant([reasoning()]),
  fc.constant([{ role: 'assistant', content: '' }]),
  id.map((callId) => [approvalRequest(`approve ${callId}`, callId)]),
)

/** Conversations of up to some twenty messages; each message is an object of its own. */
export const conversations: fc.Arbitrary<OpenAIChatMessage[]> = fc
  .tuple(
    fc.boolean(),
    fc.array(fc.oneof({ weight: 3, arbitrary: oneMessage }, { weight: 2, arbitrary: wholeExchange }), {
      maxLength: 9,
    }),
  )
  .map(([instructed, parts]) => own([...(instructed ? [system()] : []), user('begin'), ...parts.flat()]))

/** Conversations with calls, results and messages that some provider refuses. */
export const brokenConversations: fc.Arbitrary<OpenAIChatMessage[]> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: oneMessage },
      { weight: 2, arbitrary: wholeExchange },
      { weight: 2, arbitrary: defect },
    ),
    { maxLength: 9 },
  )
  .map((parts) => own(parts.flat()))

const basic = [
  'callsAnswered',
  'resultsHaveCall',
  'oneResultPerCall',
  'callIdsUnique',
  'resultsFollowCalls',
] as const

/** Sets of demands, from none to nearly all. */
export const demandSets: fc.Arbitrary<readonly SequenceDemand[]> = fc.constantFrom<readonly SequenceDemand[]>(
  [],
  [...basic],
  [...basic, 'opensWithUser', 'noReasoningAlone', 'noEmptyAssistant', 'argumentsAreJson'],
  [...basic, 'opensWithUser', 'noUserAfterToolResult', 'noEmptyAssistant'],
  [...basic, 'opensWithUser', 'callsFollowUserOrResults'],
  [...basic, 'opensWithUser', 'noUserAfterToolResult', 'callsFollowUserOrResults', 'callIdsUniqueInList'],
)

function own(messages: Messages): OpenAIChatMessage[] {
  return messages.map((message) => ({ ...message }))
}
