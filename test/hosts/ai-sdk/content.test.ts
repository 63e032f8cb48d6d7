import type { ModelMessage } from 'ai'
import { boundModel } from 'plimsoll/ai-sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { responseMessages } from './response-messages.ts'
import { type Answer, call, say, scriptedModel } from './scripted-model.ts'
import { type CallOptions, type Seam, seams } from './sdks.ts'
import { plimsollOf, watchRun } from './watch-run.ts'

const reasoned = (id: string): Answer => ({
  content: [
    {
      type: 'reasoning',
      text: `Thinking about ${id}.`,
      providerMetadata: { anthropic: { signature: `signed-${id}` } },
    },
    { type: 'tool-call', toolCallId: id, toolName: 'look', input: '{}' },
  ],
})

describe.each(seams)('what a bounded model is sent in $title', (seam) => {
  test('keeps reasoning and signatures of the exchanges that stay', async () => {
    const script = [reasoned('one'), reasoned('two'), reasoned('three'), reasoned('four'), say('done')]
    const bounded = await run(seam, script, { bound: true, result: 'y'.repeat(1_200) })
    const bare = await run(seam, script, { bound: false, result: 'y'.repeat(1_200) })
    const last = bounded.scripted.prompts.at(-1) ?? []
    expect(last.length).toBeLessThan(bare.scripted.prompts.at(-1)?.length ?? 0)
    // What is sent is the list without a bound, less whole exchanges.
    expect(bare.scripted.prompts.at(-1)).toEqual(expect.arrayContaining(last))
    expect(last.at(-2)).toMatchObject({
      content: [
        { type: 'reasoning', providerOptions: { anthropic: { signature: 'signed-four' } } },
        { type: 'tool-call', toolCallId: 'four' },
      ],
    })
  })

  test('has calls that the provider ran together with their results', async () => {
    const searched: Answer = {
      content: [
        { type: 'tool-call', toolCallId: 's1', toolName: 'search', input: '{}', providerExecuted: true },
        {
          type: 'tool-result',
          toolCallId: 's1',
          toolName: 'search',
          result: { found: 3 },
          providerExecuted: true,
        },
        { type: 'tool-call', toolCallId: 'one', toolName: 'look', input: '{}' },
      ],
    }
    const bounded = await run(seam, [searched, say('done')], { bound: true })
    const bare = await run(seam, [searched, say('done')], { bound: false })
    expect(bounded.scripted.prompts).toEqual(bare.scripted.prompts)
    expect(bounded.history).toEqual(bare.history)
    expect(JSON.stringify(bounded.scripted.prompts.at(-1))).toContain('"found":3')
    expect(bounded.watched.composed.at(-1)?.finalSequenceValid).toBe(true)
  })

  test('counts a file at the length of its base64 form and sends its bytes as they are', async () => {
    const data = new Uint8Array(300).fill(7)
    const { scripted, watched } = await run(seam, [say('done')], {
      bound: true,
      messages: [{ role: 'user', content: [{ type: 'file', data, mediaType: 'application/pdf' }] }],
    })
    expect(watched.composed[0]?.originalSize).toBe(400 + toolOverhead(watched))
    const bare = await run(seam, [say('done')], {
      bound: false,
      messages: [{ role: 'user', content: [{ type: 'file', data, mediaType: 'application/pdf' }] }],
    })
    expect(scripted.prompts).toEqual(bare.scripted.prompts)
  })

  test('refuses a file that is larger than the limit before it is sent', async () => {
    const data = new Uint8Array(6_000)
    const messages: ModelMessage[] = [
      { role: 'user', content: [{ type: 'file', data, mediaType: 'image/png' }] },
    ]
    const bounded = run(seam, [say('done')], { bound: true, messages })
    await expect(bounded).rejects.toMatchObject({ code: 'assemblyTerminated', outcome: 'irreducible' })
  })

  test.each(['approved', 'denied'])('is the same with an approval that was %s', async (decision) => {
    const bounded = await decide(seam, decision === 'approved', true)
    const bare = await decide(seam, decision === 'approved', false)
    expect(bounded).toEqual(bare)
    expect(JSON.stringify(bounded.at(-1))).toContain(decision === 'approved' ? '"seen"' : 'execution-denied')
  })

  test('keeps the newest decision on a call that the provider is to run', async () => {
    const decision: CallOptions['prompt'][number] = {
      role: 'tool',
      content: [{ type: 'tool-approval-response', approvalId: 'a1', approved: true }],
    }
    const older = Array.from({ length: 6 }, (): CallOptions['prompt'][number] => ({
      role: 'user',
      content: [{ type: 'text', text: 'z'.repeat(900) }],
    }))
    const scripted = scriptedModel(seam.specificationVersion, [say('done')])
    const { run: watchedRun } = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }))
    const prompt = [...older, decision]
    await boundModel(scripted.model, watchedRun).doGenerate({ prompt })
    expect(scripted.prompts[0]?.length).toBeLessThan(prompt.length)
    expect(scripted.prompts[0]).toContain(decision)
  })
})

interface RunOptions {
  readonly bound: boolean
  readonly result?: string
  readonly messages?: ModelMessage[]
}

async function run(seam: Seam, script: readonly Answer[], { bound, result = 'seen', messages }: RunOptions) {
  const scripted = scriptedModel(seam.specificationVersion, script, 'anthropic.messages')
  const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1 }))
  const answer = await seam.sdk.generateText({
    model: bound ? boundModel(scripted.model, watched.run) : scripted.model,
    tools: { look: seam.sdk.tool({ inputSchema: z.object({}), execute: () => result }) },
    stopWhen: seam.sdk.stepCountIs(10),
    messages: messages ?? [{ role: 'user', content: 'Look.' }],
  })
  return { scripted, watched, history: responseMessages(seam, answer) }
}

/** Asks for an approval, decides it, and gives the prompts of both calls. */
async function decide(seam: Seam, approved: boolean, bound: boolean) {
  const scripted = scriptedModel(seam.specificationVersion, [call('look', 'one'), say('done')])
  const { run: watchedRun } = watchRun(plimsollOf())
  const options = {
    model: bound ? boundModel(scripted.model, watchedRun) : scripted.model,
    tools: { look: seam.sdk.tool({ inputSchema: z.object({}), needsApproval: true, execute: () => 'seen' }) },
    stopWhen: seam.sdk.stepCountIs(10),
  }
  const asked: ModelMessage = { role: 'user', content: 'Look.' }
  const first = await seam.sdk.generateText({ ...options, messages: [asked] })
  const request = first.content.find((part) => part.type === 'tool-approval-request')
  const decision: ModelMessage = {
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId: request?.approvalId ?? '', approved }],
  }
  const messages = [asked, ...responseMessages(seam, first), decision]
  expect((await seam.sdk.generateText({ ...options, messages })).text).toBe('done')
  return scripted.prompts
}

function toolOverhead({
  composed,
}: {
  composed: readonly { categories: readonly { category: string; size: number }[] }[]
}): number {
  return composed[0]?.categories.find(({ category }) => category === 'requestOverhead')?.size ?? 0
}
