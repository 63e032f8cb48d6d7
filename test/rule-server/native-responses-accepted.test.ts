import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenAIResponsesItem, openaiResponses } from '../../src/dialects/openai-responses/index.ts'
import { boundAtShares } from '../support/bound-at-shares.ts'
import { corpusFiles, readCorpus } from '../support/rule-server/corpus.ts'
import { post } from '../support/rule-server/post.ts'
import { type RuleServer, startRuleServer } from '../support/rule-server/start-rule-server.ts'
import { fieldsOf, listOf } from '../support/rule-server/wire.ts'

const shares = [1 / 3, 2 / 3, 2]
const question: OpenAIResponsesItem = { role: 'user', content: 'And what comes of it?' }

const recordings = corpusFiles('native')
  .filter((name) => name.startsWith('responses-'))
  .flatMap(conversationsOf)

let server: RuleServer
beforeAll(async () => {
  server = await startRuleServer()
})
afterAll(() => server.close())

describe.runIf(recordings.length > 0)('recorded items of the Responses API are accepted when bounded', () => {
  test.each(recordings)('$name', async ({ messages }) => {
    const bounded = await boundAtShares({ messages, dialect: openaiResponses() }, shares, (input) => ({
      model: 'gpt-5',
      input,
    }))
    const sent = bounded.flatMap(({ request }) => request ?? [])
    expect(sent.length).toBeGreaterThan(0)
    for (const request of sent) {
      const { body, status } = await post(server, 'openai-responses', request)
      expect(status, JSON.stringify(body)).toBe(200)
    }
  })

  test('some of them with less in them than they had', async () => {
    const lengths = await Promise.all(
      recordings.map(async ({ messages }) => {
        const lists = await boundAtShares(
          { messages, dialect: openaiResponses() },
          shares,
          ({ length }) => length,
        )
        return lists.some(({ request }) => request !== null && request < messages.length)
      }),
    )
    expect(lengths.filter((isShorter) => isShorter).length).toBeGreaterThanOrEqual(3)
  })
})

/** What a client holds after each exchange of a file: what it sent, what came, and the next question. */
function conversationsOf(name: string): { name: string; messages: readonly OpenAIResponsesItem[] }[] {
  const data = fieldsOf(readCorpus('native', name))['data']
  const exchanges = Array.isArray(data) ? listOf(data) : [{ request: { input: [question] }, response: data }]
  return exchanges.flatMap((exchange, at) => {
    const input = listOf(fieldsOf(exchange['request'])['input'])
    const response = fieldsOf(exchange['response'])
    // Some are of another API, and one was refused by the provider itself: its client had changed the history.
    if (input.length === 0 || (response['error'] ?? null) !== null) return []
    const items: readonly OpenAIResponsesItem[] = [...input, ...listOf(response['output']), question]
    return [{ name: `${name} ${at}`, messages: items }]
  })
}
