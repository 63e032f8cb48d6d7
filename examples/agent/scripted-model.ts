import type {
  LanguageModelV4,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Text,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import type { PlannedCall, Round } from './tour.ts'

const usage: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
}

/** A model without a network: it asks for one round of the tour after the other, and then answers. */
export function scriptedModel(tour: readonly Round[]): LanguageModelV4 {
  let asked = 0
  const next = (): LanguageModelV4GenerateResult => {
    const round = tour[asked]
    asked += 1
    return round ? answer('tool-calls', toolCalls(round, asked)) : answer('stop', [closingText(tour.flat())])
  }
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'tour',
    supportedUrls: {},
    doGenerate: async () => next(),
    doStream: async () => ({ stream: ReadableStream.from(streamParts(next())) }),
  }
}

function closingText(calls: readonly PlannedCall[]): LanguageModelV4Text {
  const count = (name: string): number => calls.filter(({ toolName }) => toolName === name).length
  return {
    type: 'text',
    text: `I listed ${count('list')} folders, read ${count('read')} files and searched ${count('grep')} times.`,
  }
}

function toolCalls(round: Round, number: number): LanguageModelV4ToolCall[] {
  return round.map(({ toolName, input }, index) => ({
    type: 'tool-call',
    toolCallId: `call-${number}-${index + 1}`,
    toolName,
    input: JSON.stringify(input),
  }))
}

function answer(
  unified: 'stop' | 'tool-calls',
  content: (LanguageModelV4Text | LanguageModelV4ToolCall)[],
): LanguageModelV4GenerateResult {
  return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] }
}

function streamParts({ content, finishReason }: LanguageModelV4GenerateResult): LanguageModelV4StreamPart[] {
  const parts = content.flatMap((part): LanguageModelV4StreamPart[] => {
    if (part.type === 'tool-call') return [part]
    if (part.type !== 'text') return []
    return [
      { type: 'text-start', id: 'text' },
      { type: 'text-delta', id: 'text', delta: part.text },
      { type: 'text-end', id: 'text' },
    ]
  })
  return [{ type: 'stream-start', warnings: [] }, ...parts, { type: 'finish', finishReason, usage }]
}
