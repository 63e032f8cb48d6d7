import { boundModel } from 'plimsoll/ai-sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { call, type ScriptedModel, say, scriptedModel } from './scripted-model.ts'
import { type Seam, seams } from './sdks.ts'
import { plimsollOf, watchRun } from './watch-run.ts'

const rounds = ['one', 'two', 'three', 'four', 'five']
const script = [...rounds.map((id) => call('look', id)), say('done')]

describe.each(seams)('a bounded model in $title', (seam) => {
  test('is entered on each of five tool rounds and on the answer by generateText', async () => {
    const { scripted, watched, options } = setUp(seam)
    const result = await seam.sdk.generateText({ ...options, prompt: 'Look five times.' })
    expect(result.text).toBe('done')
    expectAllRounds(scripted, watched.composed.length)
    expect(watched.settled).toEqual(Array(6).fill('commit'))
  })

  test('is entered on each of five tool rounds and on the answer by streamText', async () => {
    const { scripted, watched, options } = setUp(seam)
    const result = seam.sdk.streamText({ ...options, prompt: 'Look five times.' })
    expect(await result.text).toBe('done')
    expectAllRounds(scripted, watched.composed.length)
    expect(watched.settled).toEqual(Array(6).fill('commit'))
  })

  test('is entered on each round by an agent that generates', async () => {
    const { scripted, watched, options } = setUp(seam)
    const agent = new seam.sdk.ToolLoopAgent({ ...options, instructions: 'Look.' })
    expect((await agent.generate({ prompt: 'Look five times.' })).text).toBe('done')
    expectAllRounds(scripted, watched.composed.length, 2)
  })

  test('is entered on each round by an agent that streams', async () => {
    const { scripted, watched, options } = setUp(seam)
    const agent = new seam.sdk.ToolLoopAgent({ ...options, instructions: 'Look.' })
    const result = await agent.stream({ prompt: 'Look five times.' })
    expect(await result.text).toBe('done')
    expectAllRounds(scripted, watched.composed.length, 2)
  })

  test('is entered for structured output, the schema of which counts', async () => {
    const scripted = scriptedModel(seam.specificationVersion, [say('{"place":"here"}')])
    const watched = watchRun(plimsollOf())
    const { output } = await seam.sdk.generateText({
      model: boundModel(scripted.model, watched.run),
      output: seam.sdk.Output.object({ schema: z.object({ place: z.string() }) }),
      prompt: 'Where?',
    })
    expect(output).toEqual({ place: 'here' })
    const format = scripted.requests[0]?.responseFormat
    const schema = format?.type === 'json' ? JSON.stringify(format.schema) : ''
    expect(schema).toContain('place')
    expect(watched.composed[0]?.categories).toContainEqual({
      category: 'requestOverhead',
      size: Buffer.byteLength(schema),
      entryCount: 0,
    })
  })
})

function setUp(seam: Seam) {
  const scripted = scriptedModel(seam.specificationVersion, script)
  const watched = watchRun(plimsollOf())
  const look = seam.sdk.tool({ inputSchema: z.object({}), execute: () => 'seen' })
  const options = {
    model: boundModel(scripted.model, watched.run),
    tools: { look },
    stopWhen: seam.sdk.stepCountIs(10),
  }
  return { scripted, watched, options }
}

function expectAllRounds(scripted: ScriptedModel, composed: number, before = 1): void {
  expect(scripted.prompts.map(({ length }) => length)).toEqual(
    [0, 2, 4, 6, 8, 10].map((more) => before + more),
  )
  expect(composed).toBe(6)
}
