import type { OpenAIChatMessage } from '../../../src/dialects/openai-chat/index.ts'
import { type Fields, fieldsOf, isFields, listOf, textOf } from '../rule-server/wire.ts'

/** A call of a chat message, as its client reads it. */
export interface ChatCall {
  readonly id: string
  readonly name: string
  readonly argumentText: string
}

export function callsOf({ tool_calls: calls }: OpenAIChatMessage): readonly ChatCall[] {
  return listOf(calls).map((call) => {
    const body = fieldsOf(call['function'])
    return {
      id: textOf(call['id']),
      name: textOf(body['name']),
      argumentText: textOf(body['arguments']),
    }
  })
}

/** The parts of a content, without empty texts, which no client writes; a text is one part. */
export function partsOf(content: unknown): readonly Fields[] {
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content)
  return parts.filter(({ text }) => text !== '')
}

/** The parts of a data URL; undefined for any other address. */
export function dataOf(part: Fields): { readonly mediaType: string; readonly data: string } | undefined {
  const image = part['image_url']
  const url = textOf(isFields(image) ? image['url'] : image)
  const [, mediaType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? []
  return mediaType === undefined || data === undefined ? undefined : { mediaType, data }
}

/** Arguments as an object: a client of an API that has them as JSON holds nothing where they are none. */
export function inputOf({ argumentText }: ChatCall): Fields {
  try {
    return fieldsOf(JSON.parse(argumentText))
  } catch {
    return {}
  }
}

export function textIn(content: unknown): string {
  return partsOf(content)
    .map(({ text }) => textOf(text))
    .join('\n')
}

export function isInstruction({ role }: OpenAIChatMessage): boolean {
  return role === 'system' || role === 'developer'
}

/** Instructions at the start stand outside the list; later ones go as the user's word, as these APIs have no other. */
export function takeInstructions(messages: readonly OpenAIChatMessage[]): {
  readonly instructions: string
  readonly rest: readonly OpenAIChatMessage[]
} {
  const start = messages.findIndex((message) => !isInstruction(message))
  const count = start === -1 ? messages.length : start
  return {
    instructions: messages
      .slice(0, count)
      .map(({ content }) => textIn(content))
      .join('\n'),
    rest: messages.slice(count).map((message) => (isInstruction(message) ? asUser(message) : message)),
  }
}

function asUser({ content }: OpenAIChatMessage): OpenAIChatMessage {
  return { role: 'user', content }
}

/** The list without what the model answered at its end: a request asks for an answer. */
export function withoutLastAnswer(messages: readonly OpenAIChatMessage[]): readonly OpenAIChatMessage[] {
  const last = messages.at(-1)
  return last?.role === 'assistant' && callsOf(last).length === 0
    ? withoutLastAnswer(messages.slice(0, -1))
    : messages
}
