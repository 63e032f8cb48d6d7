import { createPlimsoll, kibibytes, type PlimsollEvent, recommended } from 'plimsoll'
import { boundModel, boundTools, rehydrateTool } from 'plimsoll/ai-sdk'
import {
  artifactWorkspace,
  digestText,
  formatReference,
  parseEnvelope,
  type Workspace,
} from 'plimsoll/artifacts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { call, say, scriptedModel } from './scripted-model.ts'
import { type Seam, seams } from './sdks.ts'

const body = `the body ${'b'.repeat(5_000)}`
const inputSchema = z.object({})

function setUp(
  seam: Seam,
  tools: (sdk: Seam['sdk']) => Readonly<Record<string, unknown>>,
  workspace?: Workspace,
) {
  const kept = workspace ?? artifactWorkspace()
  const events: PlimsollEvent[] = []
  const run = createPlimsoll(recommended({ hardLimitBytes: kibibytes(64) })).openRun({
    ...{ workspace: kept, offload: { inlineLimitBytes: 1_000 }, report: (event) => void events.push(event) },
  })
  const names = Object.keys(tools(seam.sdk))
  const scripted = scriptedModel(seam.specificationVersion, [
    ...names.map((name) => call(name, `id-${name}`)),
    say('done'),
  ])
  const bound = boundTools(tools(seam.sdk), run)
  const options = {
    model: boundModel(scripted.model, run),
    tools: bound as NonNullable<Parameters<Seam['sdk']['generateText']>[0]['tools']>,
    stopWhen: seam.sdk.stepCountIs(10),
    prompt: 'Look.',
  }
  return { run, events, scripted, bound, options, workspace: kept }
}

/** The output of the last tool result of a prompt, as the model reads it. */
function lastOutput(prompt: unknown): { readonly type: string; readonly value: unknown } {
  const messages = prompt as readonly { readonly content: readonly { readonly output: never }[] }[] // as the specification says
  return messages.at(-1)?.content[0]?.output as never
}

describe.each(seams)('the tools of $title', (seam) => {
  test('leave an envelope in the history where a result is large, and small ones alone', async () => {
    const { options, scripted, workspace } = setUp(seam, ({ tool }) => ({
      large: tool({ inputSchema, execute: () => body }),
      small: tool({ inputSchema, execute: async () => ({ seen: true }) }),
      object: tool({ inputSchema, execute: () => ({ text: body }) }),
    }))
    const { text, steps } = await seam.sdk.generateText(options)
    expect(text).toBe('done')
    const outputs = scripted.prompts.slice(1).map(lastOutput)
    const [large, object] = [outputs[0]?.value, outputs[2]?.value].map((value) =>
      parseEnvelope(String(value)),
    )
    expect(large).toEqual({ digest: digestText(body), bytes: 5_009 })
    expect(outputs[1]).toEqual({ type: 'json', value: { seen: true } })
    const read = await workspace.read(object?.digest ?? '', null)
    expect(read).toMatchObject({ body: JSON.stringify({ text: body }) })
    expect(JSON.stringify(steps.map(({ response }) => response.messages))).not.toContain('the body')
  })

  test('keep what a tool of its own makes for the model, and leave images alone', async () => {
    const image = { type: 'content', value: [{ type: 'media', data: 'AAAA', mediaType: 'image/png' }] }
    const { options, scripted, workspace } = setUp(seam, ({ tool }) => ({
      formed: tool({
        inputSchema,
        execute: () => ({ rows: 2 }),
        toModelOutput: () => ({ type: 'text', value: body }),
      }),
      listed: tool({
        inputSchema,
        execute: () => 'rows',
        toModelOutput: () => ({ type: 'content', value: [{ type: 'text', text: body }] }),
      }),
      pictured: tool({ inputSchema, execute: () => body, toModelOutput: () => image as never }),
    }))
    await seam.sdk.generateText(options)
    const [formed, listed, pictured] = scripted.prompts.slice(1).map(lastOutput)
    for (const output of [formed, listed]) {
      expect(output?.type).toBe('text')
      const envelope = parseEnvelope(String(output?.value))
      expect(await workspace.read(envelope?.digest ?? '', null)).toMatchObject({ body })
    }
    expect(pictured?.type).toBe('content')
  })

  test('show what streams, and keep the last of it', async () => {
    const { options, scripted } = setUp(seam, ({ tool }) => ({
      streaming: tool({
        inputSchema,
        async *execute() {
          yield 'working'
          yield body
        },
      }),
      short: tool({
        inputSchema,
        async *execute() {
          yield 'working'
          yield 'seen'
        },
      }),
    }))
    const seen: unknown[] = []
    const result = seam.sdk.streamText(options)
    for await (const part of result.fullStream) if (part.type === 'tool-result') seen.push(part.output)
    const [streaming, short] = scripted.prompts.slice(1).map(lastOutput)
    expect(parseEnvelope(String(streaming?.value))).toMatchObject({ bytes: 5_009 })
    expect(short?.value).toBe('seen')
    expect(seen).toContain('working')
    expect(seen).toContain(streaming?.value)
  })

  test('fail with a few words for the model where a result can not be kept', async () => {
    const inner = artifactWorkspace()
    const store: Workspace['store'] = async () => ({
      ...{ status: 'failed', reason: 'workspaceWriteFailed', bytes: 5_009 },
    })
    const { options, scripted } = setUp(
      seam,
      ({ tool }) => ({ large: tool({ inputSchema, execute: () => body }) }),
      { ...inner, store },
    )
    await seam.sdk.generateText(options)
    const output = lastOutput(scripted.prompts[1])
    expect(output.type).toBe('error-text')
    expect(output.value).toMatch(/^(Error: )?this result of 5009 bytes/)
    expect(JSON.stringify(scripted.prompts)).not.toContain('the body')
  })

  test('pass a tool’s own failure, its input and its options', async () => {
    const heard: unknown[] = []
    const { options, scripted } = setUp(seam, ({ tool }) => ({
      failing: tool({
        inputSchema,
        execute: (input, { toolCallId }): string => {
          heard.push([input, toolCallId])
          throw new Error('out of order')
        },
      }),
    }))
    await seam.sdk.generateText(options)
    expect(heard).toEqual([[{}, 'id-failing']])
    const output = lastOutput(scripted.prompts[1])
    expect(output.type).toBe('error-text')
    expect(output.value).toContain('out of order')
  })

  test('go by where there is nothing to execute, and where they read back', () => {
    const { run } = setUp(seam, () => ({}))
    const client = seam.sdk.tool({ inputSchema })
    const readBack = rehydrateTool(run)
    const bound = boundTools({ client, readBack, none: null }, run)
    expect(bound.client).toBe(client)
    expect(bound.readBack).toBe(readBack)
  })

  test('by which the model reads back take what its schema says, and explain what it does not', async () => {
    const { run, workspace } = setUp(seam, () => ({}))
    await workspace.store(body, null)
    const reference = formatReference(digestText(body))
    const scripted = scriptedModel(seam.specificationVersion, [
      { content: [{ ...toolCall('1'), input: JSON.stringify({ reference, range: [0, 8] }) }] },
      { content: [{ ...toolCall('2'), input: '{"reference":7}' }] },
      say('done'),
    ])
    const tools = { read_artifact: rehydrateTool(run) }
    const { text } = await seam.sdk.generateText({
      ...{
        model: boundModel(scripted.model, run),
        tools,
        stopWhen: seam.sdk.stepCountIs(5),
        prompt: 'Read.',
      },
    })
    expect(text).toBe('done')
    expect(String(lastOutput(scripted.prompts[1]).value)).toMatch(/untrusted content[\s\S]*the body\n\[end/)
    expect(lastOutput(scripted.prompts[2]).type).toMatch(/^error/)
    const [definition] = scripted.requests[0]?.tools ?? []
    expect(definition).toMatchObject({ name: 'read_artifact', inputSchema: { required: ['reference'] } })
  })
})

const toolCall = (toolCallId: string) => ({ type: 'tool-call', toolCallId, toolName: 'read_artifact' })
