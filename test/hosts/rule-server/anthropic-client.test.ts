import Anthropic from '@anthropic-ai/sdk'
import { afterEach, expect, test } from 'vitest'
import type { AnswerTurn, ScriptedTurn } from '../../support/rule-server/scripted-turn.ts'
import { type RuleServer, startRuleServer } from '../../support/rule-server/start-rule-server.ts'

let server: RuleServer
afterEach(() => server.close())

async function connect(...turns: readonly ScriptedTurn[]): Promise<Anthropic> {
  server = await startRuleServer({ turns })
  return new Anthropic({ apiKey: 'none', baseURL: server.url })
}

const request: Anthropic.MessageCreateParamsNonStreaming = {
  model: 'claude-opus-5',
  max_tokens: 2_048,
  thinking: { type: 'enabled', budget_tokens: 1_024 },
  messages: [{ role: 'user', content: 'Look.' }],
}

const whole: AnswerTurn = {
  thought: { text: 'I should look twice.', signature: 'signed' },
  text: 'Let me look around.',
  calls: [
    { id: 'toolu_a', name: 'look', arguments: { at: 'street' } },
    { id: 'toolu_b', name: 'look', arguments: { at: 'sky' } },
  ],
  usage: { input: 12, output: 7 },
}

const results: Anthropic.MessageParam = {
  role: 'user',
  content: [
    { type: 'tool_result', tool_use_id: 'toolu_a', content: 'a street' },
    { type: 'tool_result', tool_use_id: 'toolu_b', content: 'clouds' },
  ],
}

test('a message and its stream are read alike', async () => {
  const client = await connect(whole, whole)
  const answered = await client.messages.create(request)
  const streamed = await client.messages.stream(request).finalMessage()
  for (const { content, stop_reason: reason, usage } of [answered, streamed]) {
    expect(content).toEqual([
      { type: 'thinking', thinking: 'I should look twice.', signature: 'signed' },
      { type: 'text', text: 'Let me look around.' },
      { type: 'tool_use', id: 'toolu_a', name: 'look', input: { at: 'street' } },
      { type: 'tool_use', id: 'toolu_b', name: 'look', input: { at: 'sky' } },
    ])
    expect(reason).toBe('tool_use')
    expect(usage).toMatchObject({ input_tokens: 12, output_tokens: 7 })
  }
})

test('an answer goes back as it came, and not with its thought edited', async () => {
  const client = await connect(whole)
  const { content } = await client.messages.create(request)
  const goOn = (blocks: Anthropic.ContentBlockParam[]) =>
    client.messages.create({
      ...request,
      messages: [...request.messages, { role: 'assistant', content: blocks }, results],
    })
  expect(await goOn(content)).toMatchObject({ content: [{ type: 'text', text: 'Done.' }] })
  const edited = content.map((block) => (block.type === 'thinking' ? { ...block, thinking: '' } : block))
  await expect(goOn(edited)).rejects.toMatchObject({ status: 400, type: 'invalid_request_error' })
  expect(server.log.at(-1)?.refusedBy).toBe('anthropic.thinkingUnmodified')
})

test('tokens are counted, of valid requests only', async () => {
  const client = await connect()
  const { model, messages } = request
  expect(await client.messages.countTokens({ model, messages })).toEqual({ input_tokens: expect.any(Number) })
  await expect(client.messages.countTokens({ model, messages: [results] })).rejects.toMatchObject({
    status: 400,
  })
})

test('a busy server is asked again, a context that is too long is not', async () => {
  const client = await connect(
    { failure: 'overloaded' },
    { failure: 'rateLimit' },
    { text: 'Seen.' },
    { failure: 'contextTooLong' },
  )
  expect(await client.messages.create(request)).toMatchObject({ content: [{ text: 'Seen.' }] })
  await expect(client.messages.create(request)).rejects.toThrow(/prompt is too long/)
  expect(server.log.map(({ status }) => status)).toEqual([529, 429, 200, 400])
})

test('an answer without content, and a refusal of the model, are read', async () => {
  const client = await connect({}, { refusal: 'I may not.' })
  expect(await client.messages.stream(request).finalMessage()).toMatchObject({ content: [] })
  expect(await client.messages.stream(request).finalMessage()).toMatchObject({ stop_reason: 'refusal' })
})

test.each(['error', 'disconnect'] as const)('a stream that breaks by %s fails', async (by) => {
  const client = await connect({ text: 'one two three', breaks: { after: 1, by } })
  await expect(client.messages.stream(request).finalMessage()).rejects.toThrow()
  expect(server.log).toMatchObject([{ status: 200, isComplete: by === 'error' }])
})
