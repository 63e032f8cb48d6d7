import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GeminiContent, gemini } from '../../../src/dialects/gemini/index.ts'
import type { OpenAIChatMessage } from '../../../src/dialects/openai-chat/index.ts'
import { boundAtShares } from '../../support/bound-at-shares.ts'
import { generateConversation, quirks } from '../../support/generated-conversations.ts'
import { corpusFiles, readCorpus } from '../../support/rule-server/corpus.ts'
import { post } from '../../support/rule-server/post.ts'
import { type RuleServer, startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { fieldsOf, listOf, textOf } from '../../support/rule-server/wire.ts'
import { withoutLastAnswer } from '../../support/translate/chat-fields.ts'
import { toGemini } from '../../support/translate/to-gemini.ts'
import { toPrompt } from '../../support/translate/to-prompt.ts'

/** Of a conversation's size; the last is above it. */
const shares = [1 / 20, 1 / 8, 1 / 4, 1 / 2, 2]

let server: RuleServer
beforeAll(async () => {
  server = await startRuleServer()
})
afterAll(() => server.close())

test('everything that is sent of conversations that were made up is accepted', async () => {
  for (const quirk of quirks)
    for (const seed of [1, 2])
      expect(await refused(generateConversation(quirk, seed), `${quirk} ${seed}`)).toEqual([])
}, 60_000)

test.runIf(corpusFiles().length > 0)(
  'everything that is sent of conversations that were recorded is accepted',
  async () => {
    for (const name of corpusFiles()) {
      const messages = listOf(fieldsOf(readCorpus('', name))['messages'])
      const chat = messages.map((message) => ({ ...message, role: textOf(message['role']) }))
      expect(await refused(chat, name)).toEqual([])
    }
  },
  60_000,
)

/** What the server says no to, of a conversation as Gemini's contents, bounded at shares of its size. */
async function refused(chat: readonly OpenAIChatMessage[], name: string): Promise<readonly string[]> {
  const { contents, ...body } = toGemini(toPrompt(withoutLastAnswer(chat)))
  const held = {
    messages: contents as readonly GeminiContent[], // as they were made a line above
    dialect: gemini(),
    overhead: [JSON.stringify(body['systemInstruction'] ?? '')],
  }
  const model = 'gemini-2.5-flash'
  const bounded = await boundAtShares(held, shares, (list) => ({ model, ...body, contents: [...list] }))
  const answers: string[] = []
  for (const { share, request, isValid } of bounded) {
    if (request === null || (await post(server, 'gemini', request)).status === 200) continue
    answers.push(`${name} at ${share}: ${server.log.at(-1)?.refusedBy} (said valid: ${isValid})`)
  }
  return answers
}
