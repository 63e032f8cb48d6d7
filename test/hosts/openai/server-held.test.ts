import { boundOpenAI, type ServerHeldContext, ServerHeldContextError } from 'plimsoll/openai'
import { describe, expect, test } from 'vitest'
import { deepFreeze } from '../../support/deep-freeze.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { clients } from './clients.ts'
import { rejection } from './rejection.ts'
import { scriptedFetch } from './scripted-fetch.ts'

const output = { type: 'function_call_output' as const, call_id: 'call_1', output: 'x'.repeat(5_000) }
const model = 'm'

const cases = deepFreeze([
  { body: { model, previous_response_id: 'resp_1', input: [output] }, held: { found: 'previousResponse' } },
  { body: { model, conversation: 'conv_1', input: 'Go on.' }, held: { found: 'conversation' } },
  { body: { model, conversation: { id: 'conv_1' }, input: 'Go on.' }, held: { found: 'conversation' } },
  { body: { model, prompt: { id: 'pmpt_1', variables: { name: 'x' } } }, held: { found: 'promptTemplate' } },
  {
    body: {
      model,
      input: [
        { role: 'user', content: 'Hi.' },
        { type: 'item_reference', id: 'msg_1' },
      ],
    },
    held: { found: 'itemReference', index: 1 },
  },
  { body: { model, input: [{ id: 'msg_1' }] }, held: { found: 'itemReference', index: 0 } },
])

describe.each(clients)('context that the server holds, with $title', ({ OpenAI }) => {
  test.each(cases)('is refused, and what was found is named (%#)', async ({ body, held }) => {
    const { wire, watched, client } = setUp()
    const error = await rejection(client.post('/responses', { body }))
    expect(ServerHeldContextError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({ code: 'serverHeldContext', index: undefined, ...held })
    expect(String(error)).toMatch(/Send the .* or set serverHeld to 'pass'/)
    expect(String(error)).not.toMatch(/resp_1|conv_1|pmpt_1|msg_1/)
    expect(watched.refusals).toEqual([error])
    expect(watched.composed).toEqual([])
    expect(wire.requests).toEqual([])
  })

  test.each(cases)(
    'passes as it is where that is asked for, and is reported (%#)',
    async ({ body, held }) => {
      const reported: ServerHeldContext[] = []
      const { wire, watched, client } = setUp({
        serverHeld: 'pass',
        onServerHeld: (context) => {
          reported.push(context)
          throw new Error('the listener fails')
        },
      })
      await client.post('/responses', { body })
      expect(reported).toEqual([{ index: undefined, ...held }])
      expect(wire.requests.map(({ text }) => text)).toEqual([JSON.stringify(body)])
      expect(watched.composed).toEqual([])
    },
  )

  test.each(cases)('passes where calls are only observed, and is reported (%#)', async ({ body, held }) => {
    const reported: ServerHeldContext[] = []
    const heard: unknown[] = []
    const { wire, watched, client } = setUp(
      { onServerHeld: (context) => reported.push(context), onRefusal: (error) => heard.push(error) },
      plimsollOf({ mode: 'observe' }),
    )
    await client.post('/responses', { body })
    expect(wire.requests.map(({ text }) => text)).toEqual([JSON.stringify(body)])
    expect(reported).toEqual([{ index: undefined, ...held }])
    expect(heard).toMatchObject([{ code: 'serverHeldContext', ...held }])
    expect(watched.refusals).toEqual(heard)
  })

  test('passes an observed client without a run, but not one that is closed', async () => {
    const wire = scriptedFetch()
    const bare = new OpenAI({ apiKey: 'none', fetch: wire.fetch })
    const plimsoll = plimsollOf({ mode: 'observe' })
    const run = plimsoll.openRun()
    const ask = (client: typeof bare) =>
      client.responses.create({ model, previous_response_id: 'resp_1', input: 'Go on.' })
    await ask(boundOpenAI(bare, plimsoll))
    expect(wire.requests).toHaveLength(1)
    await run.close()
    expect(await rejection(ask(boundOpenAI(bare, run)))).toMatchObject({ code: 'runClosed' })
    expect(wire.requests).toHaveLength(1)
  })

  test('is heard once by the listeners of the client and of the run', async () => {
    const heard: unknown[] = []
    const { watched, client } = setUp({ onRefusal: (error) => heard.push(error) })
    const error = await rejection(
      client.responses.create({ model, previous_response_id: 'resp_1', input: 'Go on.' }),
    )
    expect(heard).toEqual([error])
    expect(watched.refusals).toEqual([error])
  })

  test('is not seen in what stands for nothing', async () => {
    const { wire, client } = setUp()
    const reasoning = { type: 'reasoning' as const, id: 'rs_1', summary: [], encrypted_content: 'sealed' }
    const message = { role: 'assistant' as const, content: 'Hello.' }
    const input = [{ role: 'user' as const, content: 'Hi.' }, reasoning, message]
    await client.responses.create({
      model,
      previous_response_id: null,
      conversation: null,
      prompt: null,
      input,
    })
    await client.post('/chat/completions', {
      body: { model, messages: [{ role: 'user', content: 'Hi.' }], conversation: 'a field of a gateway' },
    })
    expect(wire.requests).toHaveLength(2)
  })

  function setUp(options: Parameters<typeof boundOpenAI>[2] = {}, plimsoll = plimsollOf()) {
    const wire = scriptedFetch()
    const watched = watchRun(plimsoll)
    const bare = new OpenAI({ apiKey: 'none', fetch: wire.fetch })
    return { wire, watched, client: boundOpenAI(bare, watched.run, options) }
  }
})
