import { generateText, type LanguageModel, type ModelMessage, streamText } from 'ai'
import { usage } from '../ai-sdk/scripted-model.ts'
import type { CallOptions } from '../ai-sdk/sdks.ts'
import { aiSdkToolScenarios } from './ai-sdk-tool-scenarios.ts'
import type { FaultySeam } from './faulty-seam.ts'
import { type Ask, type Driving, hostScenario, type SeamOptions } from './host-scenario.ts'
import type { HostScenario } from './library-type.ts'
import { streamOf } from './stream-of.ts'
import { turnsIn } from './turns.ts'

type Model = Extract<LanguageModel, { readonly specificationVersion: 'v4' }>

/** The conversation in the messages of the AI SDK. */
export const messages = turnsIn<ModelMessage>({
  user: (content) => ({ role: 'user', content }),
  calls: (toolCallId, asked) => ({
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId, toolName: 'look', input: { asked } }],
  }),
  result: (toolCallId, value) => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId, toolName: 'look', output: { type: 'text', value } }],
  }),
})

const finish = { finishReason: { unified: 'stop', raw: undefined }, usage }
const parts: readonly object[] = [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Done.' },
  { type: 'text-end', id: 't' },
  { type: 'finish', ...finish },
]

/** A model that asks ports. */
export function modelOf(seam: FaultySeam, failing?: object): Model {
  const content = [{ type: 'text', text: 'Done.' }]
  return {
    ...{ specificationVersion: 'v4', provider: 'scripted', modelId: 'script', supportedUrls: {} },
    doGenerate: ({ prompt, abortSignal }: CallOptions) =>
      seam.answer(prompt, abortSignal, { content, ...finish, warnings: [] }),
    doStream: ({ prompt, abortSignal }: CallOptions) => {
      const streamed = seam.stream(prompt, abortSignal, parts, failing)
      // What a provider refuses comes before there is a stream.
      const isTooLong = seam.scriptedFailure() === 'is too long'
      return seam.asked(abortSignal).then(() => {
        if (isTooLong) throw seam.tooLong
        return { stream: streamOf(streamed, () => seam.asked(abortSignal, 'cancel')) }
      })
    },
  } as unknown as Model // as far as it is asked
}

function bind(seam: FaultySeam, options: object, failing?: object): Model {
  return seam.library.boundModel(modelOf(seam, failing), seam.bounds, options)
}

interface Asked {
  readonly options?: object
  readonly providerOptions?: { readonly openai: { readonly previousResponseId: string } }
  /** Stands in the place of a part where the script fails. */
  readonly failing?: (refusal: Error) => object
}

const generating =
  ({ options, providerOptions = { openai: { previousResponseId: '' } } }: Asked = {}) =>
  (seam: FaultySeam, given: SeamOptions): Ask => {
    const model = bind(seam, { ...given, ...options })
    return (abortSignal) =>
      generateText({ model, messages, maxRetries: 0, providerOptions, ...(abortSignal && { abortSignal }) })
  }

const streaming =
  ({ options, providerOptions = { openai: { previousResponseId: '' } }, failing }: Asked = {}) =>
  (seam: FaultySeam, given: SeamOptions): Ask => {
    const model = bind(seam, { ...given, ...options }, failing?.(seam.refusal))
    return async (abortSignal) => {
      const heard: unknown[] = []
      const { stream } = streamText({
        ...{ model, messages, maxRetries: 0, providerOptions },
        ...(abortSignal && { abortSignal }),
        onError: ({ error }) => void heard.push(error),
        onAbort: () => void heard.push(seam.host.reason),
      })
      for await (const _ of stream);
      if (heard.length > 0) throw heard[0]
    }
  }

/** Without the SDK: its reader breaks off behind the second part. */
function breakingOff(seam: FaultySeam, options: SeamOptions): Ask {
  const model = bind(seam, options)
  return async (abortSignal) => {
    const prompt = messages as CallOptions['prompt'] // which the SDK makes of it
    const { stream } = await model.doStream({ prompt, ...(abortSignal && { abortSignal }) })
    const reader = stream.getReader()
    for (let part = 0; part < 2; part += 1) await seam.library.untilAborted(reader.read(), abortSignal)
    await reader.cancel('enough')
  }
}

const held = { providerOptions: { openai: { previousResponseId: 'response' } } }
const passed = { ...held, options: { serverHeld: 'pass' } }
const tooLong: Driving = { script: 'finds its first list too long' }
const part = { failing: (error: Error) => ({ type: 'error', error }) }

const scenario = (name: string, open: ReturnType<typeof generating>, driving?: Driving): HostScenario =>
  hostScenario(`ai-sdk, ${name}`, open, driving)

export const aiSdkScenarios: readonly HostScenario[] = [
  scenario('generating', generating()),
  scenario('generating, by a model that fails', generating(), { script: 'fails' }),
  scenario('generating, by a model that finds a list too long', generating(), tooLong),
  scenario('generating, with a run for each call', generating(), { by: 'plimsoll' }),
  scenario('generating, with nothing that bounds', generating(), { by: 'nothing' }),
  scenario('generating, from what the server holds', generating(held), { isRefused: true }),
  scenario('generating, from what the server may hold', generating(passed), { passes: true }),
  scenario('streaming', streaming()),
  scenario('streaming, by a model that fails', streaming(), { script: 'fails' }),
  scenario('streaming, by a model that says that it fails', streaming(part), { script: 'fails' }),
  scenario('streaming, by a model that finds a list too long', streaming(), tooLong),
  scenario('streaming, with a run for each call', streaming(), { by: 'plimsoll' }),
  scenario('streaming, with nothing that bounds', streaming(), { by: 'nothing' }),
  scenario('streaming, from what the server holds', streaming(held), { isRefused: true }),
  scenario('streaming, from what the server may hold', streaming(passed), { passes: true }),
  scenario('streaming to a reader who breaks off', breakingOff, {
    ...{ delivers: false, ports: /^model|^chunk|^cancel|^leases\.release/ },
  }),
  ...aiSdkToolScenarios,
]
