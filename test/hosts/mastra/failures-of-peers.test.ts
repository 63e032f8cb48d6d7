import { TokenLimiterProcessor } from '@mastra/core/processors'
import { createPlimsoll, kibibytes, recommended } from 'plimsoll'
import { boundProcessor } from 'plimsoll/mastra'
import { describe, expect, test } from 'vitest'
import { say, scriptedModel } from '../ai-sdk/scripted-model.ts'
import { agentOf, turns } from './agents.ts'

type Request = Parameters<TokenLimiterProcessor['processLLMRequest']>[0]
type Prompt = Request['prompt']

// Each failure with Mastra's own processor first, and then what happens here. About 4,000 bytes are 1,000 tokens.
const limiter = () => new TokenLimiterProcessor({ limit: 1_000 })
const plimsoll = createPlimsoll(
  recommended({ hardLimitBytes: kibibytes(4), relief: [], recentMessageRetentionCount: 1 }),
)

describe("where Mastra's TokenLimiter drops what was asked last", () => {
  const messages = turns(
    'Is the bridge open?',
    'It is open at nine.',
    'Read this: '.concat('word '.repeat(2_000)),
  )

  test('9: it sends the answer before in its place', async () => {
    const scripted = scriptedModel('v4', [say('done')])
    await agentOf({ model: scripted.model, inputProcessors: [limiter()] }).generate(messages)
    const sent = JSON.stringify(scripted.prompts[0])
    expect(sent).toContain('It is open at nine.')
    expect(sent).not.toContain('Read this')
  })

  test('9: here nothing is sent, and the caller hears why', async () => {
    const scripted = scriptedModel('v4', [])
    const agent = agentOf({ model: scripted.model, inputProcessors: [boundProcessor(plimsoll)] })
    const { tripwire } = await agent.generate(messages)
    expect(tripwire?.metadata).toMatchObject({ code: 'assemblyTerminated', outcome: 'irreducible' })
    expect(scripted.requests).toHaveLength(0)
  })
})

describe("where Mastra's TokenLimiter fails on a denied tool call", () => {
  const prompt: Prompt = [
    { role: 'user', content: [{ type: 'text', text: 'Delete the log.' }] },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'wipe', input: {} }] },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'wipe',
          output: { type: 'execution-denied', reason: 'No.' } as never, // of the specifications after v2
        },
      ],
    },
  ]

  test('10: it throws a TypeError', async () => {
    await expect(limiter().processLLMRequest(requestOf(prompt))).rejects.toThrow('is not iterable')
  })

  test('10: here the denial is read, and goes with its call', async () => {
    const sent = await boundProcessor(plimsoll).processLLMRequest(requestOf(prompt))
    expect(sent?.prompt).toEqual(prompt)
  })
})

describe("where Mastra's TokenLimiter does not count a file of reasoning", () => {
  const file = { type: 'reasoning-file', mediaType: 'image/png', data: 'A'.repeat(400_000) }
  const prompt: Prompt = [
    { role: 'user', content: [{ type: 'text', text: 'Draw it.' }] },
    { role: 'assistant', content: [file as never, { type: 'text', text: 'Drawn.' }] }, // of the specifications after v2
    { role: 'user', content: [{ type: 'text', text: 'Again.' }] },
  ]

  test('11: it lets 400 kB through', async () => {
    // Undefined: the prompt goes as it is.
    expect(await limiter().processLLMRequest(requestOf(prompt))).toBeUndefined()
  })

  test('11: here it is measured, and leaves with the answer that it is in', async () => {
    const sent = await boundProcessor(plimsoll).processLLMRequest(requestOf(prompt))
    expect(JSON.stringify(sent).length).toBeLessThan(kibibytes(4))
    expect(sent?.prompt.at(-1)).toBe(prompt[2])
  })
})

/** What Mastra hands to a processor, as far as these two read it. */
function requestOf(prompt: Prompt): Request {
  const abort = (): never => {
    throw new Error('refused')
  }
  return { prompt, model: { provider: 'scripted' }, state: {}, abort } as unknown as Request // see above
}
