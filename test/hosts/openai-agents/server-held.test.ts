import type { Model, ModelRequest } from '@openai/agents'
import { assistantMessage, ScriptedModel } from '@openai/agents/testing'
import { boundAgentsModel, type ServerHeldContext, ServerHeldContextError } from 'plimsoll/openai-agents'
import { describe, expect, test } from 'vitest'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { rejection } from '../openai/rejection.ts'

const base: ModelRequest = {
  ...{ input: 'Go on.', modelSettings: {}, tools: [], handoffs: [], outputType: 'text', tracing: false },
}
const settings = (providerData: object): Partial<ModelRequest> => ({
  modelSettings: { providerData: providerData as Record<string, unknown> }, // what the SDK takes
})

const cases: readonly (readonly [Partial<ModelRequest>, Partial<ServerHeldContext>])[] = [
  [{ previousResponseId: 'resp_1' }, { found: 'previousResponse' }],
  [{ conversationId: 'conv_1' }, { found: 'conversation' }],
  [{ prompt: { promptId: 'pmpt_1' } }, { found: 'promptTemplate' }],
  [settings({ previous_response_id: 'resp_1' }), { found: 'previousResponse' }],
  [settings({ extra_body: { conversation: 'conv_1' } }), { found: 'conversation' }],
  [settings({ extraBody: { prompt: { id: 'pmpt_1' } } }), { found: 'promptTemplate' }],
  [
    {
      input: [
        { role: 'user', content: 'Hi.' },
        { type: 'unknown', providerData: { type: 'item_reference', id: 'msg_1' } },
      ],
    },
    { found: 'itemReference', index: 1 },
  ],
]

describe.each(cases)('context that the server holds (%#)', (fields, held) => {
  const request = { ...base, ...fields }

  test('is refused, and what was found is named', async () => {
    const { model, watched, bound } = setUp()
    const error = await rejection(bound.getResponse(request))
    expect(ServerHeldContextError.isInstance(error)).toBe(true)
    expect(error).toMatchObject({ code: 'serverHeldContext', index: undefined, ...held })
    expect(String(error)).not.toMatch(/resp_1|conv_1|pmpt_1|msg_1/)
    expect(watched.refusals).toEqual([error])
    expect(model.calls).toEqual([])
  })

  test('passes as it is where that is asked for, and is reported', async () => {
    const reported: ServerHeldContext[] = []
    const { model, watched, bound } = setUp({
      serverHeld: 'pass',
      onServerHeld: (context) => reported.push(context),
    })
    await bound.getResponse(request)
    expect(reported).toEqual([{ index: undefined, ...held }])
    expect(model.calls[0]?.request.input).toEqual(request.input)
    expect(watched.composed).toEqual([])
  })
})

test('what stands for nothing is no context', async () => {
  const { model, bound } = setUp()
  const unknown = { type: 'unknown' as const, providerData: { type: 'later' } }
  await bound.getResponse({
    ...base,
    previousResponseId: '',
    input: [unknown, { role: 'user', content: 'Hi.' }],
  })
  expect(model.calls).toHaveLength(1)
})

function setUp(options: Parameters<typeof boundAgentsModel>[2] = {}) {
  const model = new ScriptedModel([[assistantMessage('Done.')]])
  const watched = watchRun(plimsollOf())
  return { model, watched, bound: boundAgentsModel<Model>(model, watched.run, options) }
}
