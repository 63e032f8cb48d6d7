import type { CallOptions, LanguageModelV4 } from './sdks.ts'
import { streamParts } from './stream-parts.ts'

type Prompt = CallOptions['prompt']

/** A content part of an answer, in the form of the specification. */
export interface ContentPart {
  readonly type: string
  readonly [field: string]: unknown
}

/** What the model answers: content, or something that it throws or streams. */
export type Answer =
  | { readonly content: readonly ContentPart[] }
  | { readonly fails: () => unknown }
  | { readonly stream: (request: CallOptions) => ReadableStream }

export interface ScriptedModel {
  readonly model: LanguageModelV4
  /** What it was sent, in order. */
  readonly requests: CallOptions[]
  readonly prompts: Prompt[]
}

export const say = (text: string): Answer => ({ content: [{ type: 'text', text }] })

/** Calls of one tool, one for each id. */
export const call = (toolName: string, ...ids: readonly string[]): Answer => ({
  content: ids.map((toolCallId) => ({ type: 'tool-call', toolCallId, toolName, input: '{}' })),
})

export const fail = (failure: unknown): Answer => ({ fails: () => failure })

export const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that gives one answer after the other and records what it is sent. Beyond the script, it fails. */
export function scriptedModel(
  specificationVersion: 'v3' | 'v4',
  answers: readonly Answer[],
  provider = 'scripted',
): ScriptedModel {
  const requests: CallOptions[] = []
  const prompts: Prompt[] = []
  const next = (request: CallOptions): Exclude<Answer, { fails: () => unknown }> => {
    requests.push(request)
    prompts.push(request.prompt)
    const answer = answers[requests.length - 1]
    if (!answer) throw new Error(`the script has no answer ${requests.length}`)
    if ('fails' in answer) throw answer.fails()
    return answer
  }
  const model = {
    specificationVersion,
    provider,
    modelId: 'script',
    supportedUrls: {},
    doGenerate: async (request: CallOptions) => {
      const answer = next(request)
      if ('stream' in answer) throw new Error('this answer can only be streamed')
      return { content: answer.content, finishReason: finishReason(answer.content), usage, warnings: [] }
    },
    doStream: async (request: CallOptions) => {
      const answer = next(request)
      if ('stream' in answer) return { stream: answer.stream(request) }
      const finish = { type: 'finish', finishReason: finishReason(answer.content), usage }
      return {
        stream: streamParts([
          { type: 'stream-start', warnings: [] },
          ...answer.content.flatMap(toParts),
          finish,
        ]),
      }
    },
  } as unknown as LanguageModelV4 // v3 differs in its version alone, in what the scripts use
  return { model, requests, prompts }
}

function finishReason(content: readonly ContentPart[]): object {
  const calls = content.some(({ type, providerExecuted }) => type === 'tool-call' && !providerExecuted)
  return { unified: calls ? 'tool-calls' : 'stop', raw: undefined }
}

function toParts(part: ContentPart, index: number): object[] {
  if (part.type !== 'text' && part.type !== 'reasoning') return [part]
  const { type, text, ...rest } = part
  const id = `part-${index}`
  return [
    { type: `${type}-start`, id, ...rest },
    { type: `${type}-delta`, id, delta: text },
    { type: `${type}-end`, id, ...rest },
  ]
}
