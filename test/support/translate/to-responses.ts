import { createHash } from 'node:crypto'
import type { OpenAIChatMessage } from '../../../src/dialects/openai-chat/index.ts'
import type { OpenAIResponsesItem } from '../../../src/dialects/openai-responses/index.ts'
import { type Fields, textOf } from '../rule-server/wire.ts'
import { callsOf, dataOf, partsOf } from './chat-fields.ts'

/** A conversation as a client of the Responses API holds it: an item for each message, call and output. */
export function toResponses(chat: readonly OpenAIChatMessage[]): readonly OpenAIResponsesItem[] {
  return chat.flatMap((message): readonly OpenAIResponsesItem[] => {
    if (message.role === 'tool') return [outputItem(message)]
    const calls = callsOf(message).map((call) => ({
      type: 'function_call',
      call_id: shortId(call.id),
      name: call.name,
      arguments: call.argumentText,
    }))
    const parts = partsOf(message.content)
    // An answer that said nothing is no item of a response.
    if (parts.length === 0 && message.role === 'assistant') return calls
    const textType = message.role === 'assistant' ? 'output_text' : 'input_text'
    return [{ role: message.role, content: parts.map((part) => toPart(part, textType)) }, ...calls]
  })
}

function outputItem({ tool_call_id: id, content }: OpenAIChatMessage): OpenAIResponsesItem {
  const output =
    typeof content === 'string' ? content : partsOf(content).map((part) => toPart(part, 'input_text'))
  return { type: 'function_call_output', call_id: shortId(textOf(id)), output }
}

function toPart(part: Fields, textType: string): Fields {
  if (part['type'] !== 'image_url') return { type: textType, text: textOf(part['text']) }
  const image = dataOf(part)
  const url = image ? `data:${image.mediaType};base64,${image.data}` : 'https://pictures.example/one.png'
  return { type: 'input_image', image_url: url }
}

// Gateways write the id of a call and that of its item side by side; the API takes 64 letters.
function shortId(id: string): string {
  const [callId = ''] = id.split('|')
  return callId.length <= 64 ? callId : createHash('sha256').update(callId).digest('hex')
}
