import { createOpenAI } from '@ai-sdk/openai'
import { generateText, type LanguageModel, type ModelMessage, stepCountIs, streamText, tool } from 'ai'
import { boundModel } from 'plimsoll/ai-sdk'
import { z } from 'zod'
import type {
  HostAdapter,
  HostConnection,
  HostSetup,
  LoopResult,
} from '../../contracts/host-contract-adapter.ts'

type Model = Extract<LanguageModel, { readonly specificationVersion: 'v4' }>
type Api = 'chat' | 'responses'

const earlyBreak =
  'the SDK stops reading and tells nobody; aborting the signal or closing the run releases it'

/** The AI SDK with the real provider package, through one of the two APIs. */
function aiSdkAdapter(api: Api): HostAdapter {
  return {
    title: `ai 7, openai.${api}`,
    entry: 'plimsoll/ai-sdk',
    surfaces: {
      generate: '`generateText` rejects with our own instance',
      stream: '`onError` and an `error` part hear our own instance; iterators end without an error',
    },
    gaps: { earlyBreak },
    absent:
      api === 'chat'
        ? {
            reasoning: 'the provider package reads none from Chat Completions',
            serverHeld: 'the API holds no context',
          }
        : {},
    connect: (setup) => connect(api, setup),
  }
}

export const aiSdkAdapters: readonly HostAdapter[] = [aiSdkAdapter('chat'), aiSdkAdapter('responses')]

function connect(api: Api, { url, bounds, look, thinks }: HostSetup): HostConnection {
  const bare: Model = createOpenAI({ apiKey: 'none', baseURL: `${url}/v1` })[api](
    thinks ? 'gpt-5' : 'gpt-4.1',
  )
  const model = bounds ? bind(bare, bounds) : bare
  // Nothing is stored, so that the whole list goes out; thoughts go as references to what is.
  const providerOptions = { openai: { store: thinks } }
  return {
    loop: (messages, mode, abortSignal) => {
      let round = 0
      const tools = {
        look: tool({
          description: 'Looks out of the window and tells at length what is there.',
          inputSchema: z.object({ direction: z.string().optional() }),
          execute: () => look(round++),
        }),
      }
      const abort = abortSignal ? { abortSignal } : {}
      const stopWhen = stepCountIs(10)
      const request = { model, messages: [...messages], tools, stopWhen, providerOptions, ...abort }
      return mode === 'generate' ? generate(request) : stream(request)
    },
    breakOff: async (messages) => {
      for await (const _ of streamText({ model, messages: [...messages], providerOptions }).textStream) break
    },
    boundAgain: async () => bounds && bind(model, bounds),
    goOnFrom: (previousResponseId) =>
      generateText({ model, prompt: 'Go on.', providerOptions: { openai: { previousResponseId } } }),
  }
}

type Request = Parameters<typeof generateText>[0] & { readonly messages: ModelMessage[] }

async function generate(request: Request): Promise<LoopResult> {
  const { text, responseMessages } = await generateText(request)
  return { text, history: [...request.messages, ...responseMessages] }
}

/** Rejects with what `onError` hears: the text alone would hide it. */
async function stream(request: Request): Promise<LoopResult> {
  const heard: unknown[] = []
  const result = streamText({
    ...request,
    onError: ({ error }) => void heard.push(error),
    onAbort: () => void heard.push(new Error('aborted')),
  } as Parameters<typeof streamText>[0]) // the options of generating
  await result.consumeStream()
  if (heard.length > 0) throw heard[0]
  return { text: await result.text, history: [...request.messages, ...(await result.responseMessages)] }
}

function bind(model: Model, bounds: NonNullable<HostSetup['bounds']>): Model {
  // The overloads tell a run from a plimsoll; an adapter takes either.
  return 'openRun' in bounds ? boundModel(model, bounds) : boundModel(model, bounds)
}
