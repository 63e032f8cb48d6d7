import { afterEach, describe, expect, test } from 'vitest'
import { corpusFiles, readCorpus } from '../support/rule-server/corpus.ts'
import { post } from '../support/rule-server/post.ts'
import type { RuleProfile } from '../support/rule-server/rule.ts'
import { type RuleServer, startRuleServer } from '../support/rule-server/start-rule-server.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../support/rule-server/wire.ts'

const named = [
  'anthropic-image-tool-result.json',
  'anthropic-server-tool-in-flight.json',
  'chat-developer-role-refused.json',
  'cross-provider-history.json',
  'responses-developer-role.json',
  'responses-reasoning-modified-history.json',
  'responses-reasoning-two-turns.json',
]

let server: RuleServer | undefined
afterEach(() => server?.close())

const recordings = corpusFiles('native').flatMap((name) => {
  const pairs = listOf(fieldsOf(readCorpus('native', name))['data'])
  const isRecording = pairs.length > 0 && pairs.every(({ request }) => isFields(request))
  return isRecording ? [{ name, pairs }] : []
})

describe('requests that were recorded at the providers', () => {
  test('are those of the corpus, where it is there', () => {
    const names = recordings.map(({ name }) => name)
    expect(names).toEqual(corpusFiles('native').length === 0 ? [] : named)
  })

  for (const { name, pairs } of recordings) {
    test(`${name} gets the answers that were recorded`, async () => {
      server = await startRuleServer()
      for (const { request, response } of pairs) {
        const recorded = fieldsOf(response)
        const body = requestOf(fieldsOf(request), recorded)
        const answered = await post(server, profileOf(body), body)
        const error = recorded['error'] ?? null
        if (error === null) expect(answered).toMatchObject({ status: 200 })
        else expect(answered).toEqual({ status: 400, body: { error } })
      }
      expect(server.log).toHaveLength(pairs.length)
    })
  }
})

// Gemini's model stands in the path, which was not recorded, and in the answer.
function requestOf(request: Fields, response: Fields): Fields {
  return { model: response['modelVersion'], ...request }
}

function profileOf(body: Fields): RuleProfile {
  if (Array.isArray(body['contents'])) return 'gemini'
  if (body['input'] !== undefined) return 'openai-responses'
  return textOf(body['model']).startsWith('claude') ? 'anthropic' : 'openai-chat'
}
