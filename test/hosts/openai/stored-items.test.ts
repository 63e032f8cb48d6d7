import { boundOpenAI } from 'plimsoll/openai'
import { describe, expect, test } from 'vitest'
import { plimsollOf } from '../ai-sdk/watch-run.ts'
import { clients } from './clients.ts'
import { scriptedFetch } from './scripted-fetch.ts'

const question = { role: 'user' as const, content: 'Hi.' }
const reasoning = { type: 'reasoning' as const, id: 'rs_1', summary: [], encrypted_content: 'sealed' }
const answer = { role: 'assistant' as const, content: 'Hello.' }
const input = [question, reasoning, answer, question]

describe.each(clients)('a message that lost its id behind reasoning, with $title', ({ OpenAI }) => {
  const without = [question, answer, question]
  test.each([
    ['mended, since the server looks for it', true, without],
    ['mended where nothing is said of a store', undefined, without],
    ['sent as it is where nothing is stored', false, input],
  ])('is %s', async (_, store, sent) => {
    const wire = scriptedFetch()
    const client = boundOpenAI(new OpenAI({ apiKey: 'none', fetch: wire.fetch }), plimsollOf())
    await client.responses.create({ model: 'm', input, ...(store !== undefined && { store }) })
    expect(wire.requests.map(({ body }) => Reflect.get(Object(body), 'input'))).toEqual([sent])
  })
})
