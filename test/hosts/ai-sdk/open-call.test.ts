import { createPlimsoll, type Plimsoll, type PlimsollEvent, type Run } from 'plimsoll'
import { boundModel } from 'plimsoll/ai-sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { call, fail, say, scriptedModel } from './scripted-model.ts'
import { seams } from './sdks.ts'
import { streamParts, textParts } from './stream-parts.ts'
import { plimsollOf, watchRun } from './watch-run.ts'

describe.each(seams)('the runs behind bounded models in $title', ({ sdk, specificationVersion }) => {
  test('are one for each call, closed when the call is settled, with a plimsoll', async () => {
    const failure = new Error('the provider fails')
    const answers = [
      say('one'),
      fail(failure),
      say('three'),
      { stream: () => streamParts(textParts('four')) },
    ]
    const { model } = scriptedModel(specificationVersion, answers)
    const { plimsoll, runs } = watchRuns(plimsollOf())
    const bound = boundModel(model, plimsoll)
    await sdk.generateText({ model: bound, prompt: 'Hi.' })
    await expect(sdk.generateText({ model: bound, prompt: 'Hi.' })).rejects.toBe(failure)
    await sdk.streamText({ model: bound, prompt: 'Hi.' }).consumeStream()
    const answer = await bound.doStream({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }],
    })
    expect(await states(runs)).toEqual(['closed', 'closed', 'closed', 'open'])
    await answer.stream.cancel()
    await expect(sdk.generateText({ model: bound, prompt: 'p'.repeat(5_000) })).rejects.toThrow()
    expect(await states(runs)).toEqual(Array(5).fill('closed'))
    expect(new Set(runs.map(({ id }) => id)).size).toBe(5)
  })

  test('take the options of the model, and tell its listener of each refusal once', async () => {
    const { model } = scriptedModel(specificationVersion, [say('done')])
    const events: PlimsollEvent[] = []
    const refusals: string[] = []
    const bound = boundModel(model, plimsollOf(), {
      identity: { agentId: 'writer' },
      report: (event) => events.push(event),
      onRefusal: ({ code }) => refusals.push(code),
    })
    await sdk.generateText({ model: bound, prompt: 'Hi.' })
    await expect(sdk.generateText({ model: bound, prompt: 'p'.repeat(5_000) })).rejects.toThrow()
    expect(events.map(({ type }) => type)).toEqual([
      'assembly.started',
      'assembly.completed',
      'assembly.composed',
      'assembly.started',
      'assembly.terminated',
    ])
    expect(new Set(events.map(({ agentId }) => agentId))).toEqual(new Set(['writer']))
    expect(refusals).toEqual(['assemblyTerminated'])
  })

  test('let the very same request through when compaction is off', async () => {
    const { model, requests } = scriptedModel(specificationVersion, [say('one'), say('two')])
    const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'p'.repeat(9_000) }] }]
    const request = { prompt }
    const off = createPlimsoll()
    await boundModel(model, off).doGenerate(request)
    await boundModel(model, off.openRun()).doGenerate(request)
    expect(requests[0]).toBe(request)
    expect(requests[1]).toBe(request)
    expect(requests[1]?.prompt).toBe(prompt)
  })

  test('carry concurrent calls through one run, each with its own list', async () => {
    const { model, prompts } = scriptedModel(specificationVersion, Array(20).fill(say('done')))
    const watched = watchRun(plimsollOf())
    const bound = boundModel(model, watched.run)
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    await Promise.all(
      numbers.map((number) => sdk.generateText({ model: bound, prompt: `Question ${number}.` })),
    )
    expect(watched.settled).toEqual(Array(20).fill('commit'))
    expect(new Set(prompts.map((prompt) => JSON.stringify(prompt))).size).toBe(20)
  })

  test('refuse one of several concurrent calls without disturbing the others', async () => {
    const { model } = scriptedModel(specificationVersion, Array(4).fill(say('done')))
    const watched = watchRun(plimsollOf())
    const bound = boundModel(model, watched.run)
    const prompts = ['one', 'two', 'p'.repeat(5_000), 'four', 'five']
    const results = await Promise.allSettled(
      prompts.map((prompt) => sdk.generateText({ model: bound, prompt })),
    )
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    expect(watched.refusals).toHaveLength(1)
  })

  test('give a sub-agent a child run of its own', async () => {
    const events: PlimsollEvent[] = []
    const run = plimsollOf().openRun({ identity: { agentId: 'lead' }, report: (event) => events.push(event) })
    const lead = scriptedModel(specificationVersion, [call('ask', 'one'), say('done')])
    const helper = scriptedModel(specificationVersion, [say('helped')])
    const ask = sdk.tool({
      inputSchema: z.object({}),
      execute: async () => {
        await using child = run.child({ agentId: 'helper' })
        const { text } = await sdk.generateText({ model: boundModel(helper.model, child), prompt: 'Help.' })
        return text
      },
    })
    const options = { tools: { ask }, stopWhen: sdk.stepCountIs(5), prompt: 'Ask.' }
    const { text } = await sdk.generateText({ ...options, model: boundModel(lead.model, run) })
    expect(text).toBe('done')
    expect(JSON.stringify(lead.prompts[1])).toContain('helped')
    const composed = events.filter(({ type }) => type === 'assembly.composed')
    expect(composed.map(({ agentId, parentAgentId, depth }) => [agentId, parentAgentId, depth])).toEqual([
      ['lead', null, 0],
      ['helper', 'lead', 1],
      ['lead', null, 0],
    ])
    expect(events.map(({ sequenceNumber }) => sequenceNumber)).toEqual(events.map((_, index) => index + 1))
  })

  test('refuse every call after they were closed', async () => {
    const { model, requests } = scriptedModel(specificationVersion, [])
    const { run, refusals } = watchRun(plimsollOf())
    await run.close()
    const generated = sdk.generateText({ model: boundModel(model, run), prompt: 'Hi.' })
    await expect(generated).rejects.toMatchObject({ code: 'runClosed' })
    expect(refusals).toHaveLength(1)
    expect(requests).toHaveLength(0)
  })
})

function watchRuns(plimsoll: Plimsoll) {
  const runs: Run<unknown>[] = []
  const watched: Plimsoll = {
    ...plimsoll,
    openRun: (options) => {
      const run = plimsoll.openRun(options)
      runs.push(run as unknown as Run<unknown>) // only its life is looked at
      return run
    },
  }
  return { plimsoll: watched, runs }
}

/** A closed run refuses an empty call, an open one takes it. */
function states(runs: readonly Run<unknown>[]): Promise<('open' | 'closed')[]> {
  const tries = runs.map((run) =>
    run.assemble([]).then(
      (opened) => opened.release().then(() => 'open' as const),
      () => 'closed' as const,
    ),
  )
  return Promise.all(tries)
}
