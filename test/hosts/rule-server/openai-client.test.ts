import OpenAI7 from 'openai'
import OpenAI6 from 'openai-v6'
import { afterEach, describe, expect, test } from 'vitest'
import type { AnswerTurn, ScriptedTurn } from '../../support/rule-server/scripted-turn.ts'
import { type RuleServer, startRuleServer } from '../../support/rule-server/start-rule-server.ts'

const clients = [
  ['openai 7', OpenAI7],
  ['openai 6', OpenAI6 as unknown as typeof OpenAI7], // the same client, one major before
] as const

let server: RuleServer
afterEach(() => server.close())

const whole: AnswerTurn = {
  thought: { text: 'I should look twice.' },
  text: 'Let me look around.',
  calls: [
    { id: 'call_a', name: 'look', arguments: { at: 'street' } },
    { id: 'call_b', name: 'look', arguments: { at: 'sky' } },
  ],
  usage: { input: 12, output: 7 },
}

describe.each(clients)('the client of %s', (_, Client) => {
  async function connect(...turns: readonly ScriptedTurn[]): Promise<InstanceType<typeof OpenAI7>> {
    server = await startRuleServer({ turns })
    return new Client({ apiKey: 'none', baseURL: `${server.url}/v1` })
  }

  const chat = { model: 'gpt-5', messages: [{ role: 'user' as const, content: 'Look.' }] }

  test('reads a chat answer and its stream alike', async () => {
    const client = await connect(whole, whole)
    const answered = await client.chat.completions.create(chat)
    const streamed = await client.chat.completions
      .stream({ ...chat, stream_options: { include_usage: true } })
      .finalChatCompletion()
    for (const { choices, usage } of [answered, streamed]) {
      const [choice] = choices
      expect(choice?.finish_reason).toBe('tool_calls')
      expect(choice?.message).toMatchObject({
        role: 'assistant',
        content: 'Let me look around.',
        tool_calls: [
          { id: 'call_a', type: 'function', function: { name: 'look', arguments: '{"at":"street"}' } },
          { id: 'call_b', type: 'function', function: { name: 'look', arguments: '{"at":"sky"}' } },
        ],
      })
      expect(usage).toMatchObject({ prompt_tokens: 12, completion_tokens: 7, total_tokens: 19 })
    }
  })

  test('reads a Responses answer and its stream alike', async () => {
    const client = await connect(whole, whole)
    const request = { model: 'gpt-5', input: 'Look.' }
    const answered = await client.responses.create(request)
    const streamed = await client.responses.stream(request).finalResponse()
    for (const { status, output, usage } of [answered, streamed]) {
      expect(status).toBe('completed')
      expect(output.map(({ type }) => type)).toEqual([
        'reasoning',
        'message',
        'function_call',
        'function_call',
      ])
      expect(output[1]).toMatchObject({ content: [{ type: 'output_text', text: 'Let me look around.' }] })
      expect(output[3]).toMatchObject({ call_id: 'call_b', arguments: '{"at":"sky"}' })
      expect(usage).toMatchObject({ input_tokens: 12, output_tokens: 7 })
    }
  })

  test('goes on from a response by its id', async () => {
    const client = await connect({ calls: [{ id: 'call_a', name: 'look' }] })
    const first = await client.responses.create({ model: 'gpt-5', input: 'Look.' })
    const output = { type: 'function_call_output' as const, call_id: 'call_a', output: 'a street' }
    const second = await client.responses.create({
      model: 'gpt-5',
      previous_response_id: first.id,
      input: [output],
    })
    expect(second.output_text).toBe('Done.')
    await expect(client.responses.create({ model: 'gpt-5', input: [output] })).rejects.toMatchObject({
      status: 400,
      param: 'input',
      message: '400 No tool call found for function call output with call_id call_a.',
    })
  })

  test('hears a refusal of the chat sequence, and does not try again', async () => {
    const client = await connect()
    const result = { role: 'tool' as const, tool_call_id: 'call_a', content: 'a street' }
    await expect(
      client.chat.completions.create({ ...chat, messages: [...chat.messages, result] }),
    ).rejects.toMatchObject({ status: 400, type: 'invalid_request_error', param: 'messages.[1].role' })
    expect(server.log).toMatchObject([{ status: 400, refusedBy: 'openai-chat.resultsHaveCall' }])
  })

  test('tries again when the server is busy', async () => {
    const client = await connect({ failure: 'rateLimit' }, { failure: 'serverError' }, { text: 'Seen.' })
    const { choices } = await client.chat.completions.create(chat)
    expect(choices[0]?.message.content).toBe('Seen.')
    expect(server.log.map(({ status }) => status)).toEqual([429, 500, 200])
  })

  test('hears that the context is too long', async () => {
    const client = await connect({ failure: 'contextTooLong' }, { failure: 'contextTooLong' })
    const tooLong = { status: 400, code: 'context_length_exceeded' }
    await expect(client.chat.completions.create(chat)).rejects.toMatchObject(tooLong)
    await expect(client.responses.create({ model: 'gpt-5', input: 'Look.' })).rejects.toMatchObject(tooLong)
  })

  test('reads a refusal of the model, an answer cut short, and one without content', async () => {
    const client = await connect({ refusal: 'I may not.' }, { text: 'So far', stop: 'length' }, {})
    const refused = await client.chat.completions.stream(chat).finalChatCompletion()
    expect(refused.choices[0]?.message.refusal).toBe('I may not.')
    const cut = await client.responses.stream({ model: 'gpt-5', input: 'Look.' }).finalResponse()
    expect(cut).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
    const empty = await client.chat.completions.stream(chat).finalChatCompletion()
    expect(empty.choices[0]?.message.content ?? '').toBe('')
  })

  test.each(['error', 'disconnect'] as const)('fails when a stream breaks by %s', async (by) => {
    const breaks: AnswerTurn = { text: 'one two three', breaks: { after: 1, by } }
    const client = await connect(breaks, breaks)
    const chunks = await client.chat.completions.create({ ...chat, stream: true })
    const events = await client.responses.create({ model: 'gpt-5', input: 'Look.', stream: true })
    await expect(drain(chunks)).rejects.toThrow()
    await expect(drain(events)).rejects.toThrow()
    expect(server.log.map(({ isComplete }) => isComplete)).toEqual([by === 'error', by === 'error'])
  })
})

async function drain(stream: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of stream);
}
