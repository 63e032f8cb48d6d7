import type { AiSdkMessage, AiSdkPart } from '../../../src/dialects/ai-sdk/index.ts'
import type { OpenAIChatMessage } from '../../../src/dialects/openai-chat/index.ts'
import { type Fields, textOf } from '../rule-server/wire.ts'
import { callsOf, dataOf, inputOf, partsOf, takeInstructions, textIn } from './chat-fields.ts'

/** A conversation as the AI SDK hands it to a model: instructions first, tool messages side by side made one. */
export function toPrompt(chat: readonly OpenAIChatMessage[]): readonly AiSdkMessage[] {
  const { instructions, rest } = takeInstructions(chat)
  const names = new Map(rest.flatMap(callsOf).map(({ id, name }) => [id, name]))
  const prompt: { role: string; content: AiSdkPart[] }[] = []
  for (const message of rest) {
    const content = message.role === 'tool' ? [resultPart(message, names)] : contentParts(message)
    const last = prompt.at(-1)
    if (message.role === 'tool' && last?.role === 'tool') last.content.push(...content)
    else prompt.push({ role: message.role, content })
  }
  return instructions === '' ? prompt : [{ role: 'system', content: instructions }, ...prompt]
}

function contentParts(message: OpenAIChatMessage): AiSdkPart[] {
  const reasoning = textOf(message.reasoning_content)
  return [
    ...(reasoning === '' ? [] : [{ type: 'reasoning', text: reasoning }]),
    ...partsOf(message.content).map(toPart),
    ...callsOf(message).map((call) => ({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.name,
      input: inputOf(call),
    })),
  ]
}

function resultPart(
  { tool_call_id: id, content }: OpenAIChatMessage,
  names: ReadonlyMap<string, string>,
): AiSdkPart & Fields {
  return {
    type: 'tool-result',
    toolCallId: textOf(id),
    toolName: names.get(textOf(id)) ?? 'unknown',
    output: { type: 'text', value: textIn(content) },
  }
}

function toPart(part: Fields): AiSdkPart & Fields {
  if (part['type'] !== 'image_url') return { type: 'text', text: textOf(part['text']) }
  const image = dataOf(part)
  return image
    ? { type: 'file', mediaType: image.mediaType, data: image.data }
    : { type: 'file', mediaType: 'image/*', data: new URL('https://pictures.example/one.png') }
}
