import type { AiSdkMessage } from '../../../src/dialects/ai-sdk/index.ts'
import { type Fields, fieldsOf, listOf, textOf } from '../rule-server/wire.ts'

/** The request that the AI SDK's Google package makes of a prompt: a content for each message, none merged. */
export function toGemini(prompt: readonly AiSdkMessage[]): Fields {
  const instructions = prompt.filter(({ role }) => role === 'system')
  const contents = prompt
    .filter(({ role }) => role !== 'system')
    .map(({ role, content }) => ({
      role: role === 'assistant' ? 'model' : 'user',
      parts: listOf(content).flatMap((part) => toPart(part, role) ?? []),
    }))
  return {
    ...(instructions.length > 0 && {
      systemInstruction: { parts: instructions.map(({ content }) => ({ text: content })) },
    }),
    contents,
  }
}

function toPart(part: Fields, role: string): Fields | undefined {
  const text = textOf(part['text'])
  switch (part['type']) {
    case 'text':
      return text === '' && role === 'assistant' ? undefined : { text }
    case 'reasoning':
      return text === '' ? undefined : { text, thought: true }
    case 'file':
      return { inlineData: { mimeType: part['mediaType'], data: String(part['data']) } }
    case 'tool-call':
      return { functionCall: { name: part['toolName'], args: part['input'] } }
    case 'tool-result': {
      const name = part['toolName']
      return {
        functionResponse: { name, response: { name, content: fieldsOf(part['output'])['value'] } },
      }
    }
    default:
      return undefined
  }
}
