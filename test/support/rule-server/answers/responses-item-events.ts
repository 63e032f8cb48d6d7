import type { StreamEvent } from '../answer.ts'
import { piecesOf } from '../scripted-turn.ts'
import { type Fields, listOf, textOf } from '../wire.ts'

/** The events that say one output item of a Responses stream. */
export function itemEvents(item: Fields, index: number): readonly StreamEvent[] {
  const place = { item_id: item['id'], output_index: index }
  return [
    plain('response.output_item.added', { output_index: index, item: begun(item) }),
    ...bodyEvents(item, place),
    plain('response.output_item.done', { output_index: index, item }),
  ]
}

function bodyEvents(item: Fields, place: Fields): readonly StreamEvent[] {
  switch (item['type']) {
    case 'reasoning':
      return listOf(item['summary']).flatMap((part, at) => {
        const where = { ...place, summary_index: at }
        const text = textOf(part['text'])
        return [
          plain('response.reasoning_summary_part.added', { ...where, part: { ...part, text: '' } }),
          ...pieces('response.reasoning_summary_text', where, text),
          plain('response.reasoning_summary_part.done', { ...where, part }),
        ]
      })
    case 'function_call':
      return pieces('response.function_call_arguments', place, textOf(item['arguments']), 'arguments')
    default:
      return listOf(item['content']).flatMap((part, at) => {
        const where = { ...place, content_index: at }
        const refuses = part['type'] === 'refusal'
        const field = refuses ? 'refusal' : 'text'
        return [
          plain('response.content_part.added', { ...where, part: { ...part, [field]: '' } }),
          ...pieces(refuses ? 'response.refusal' : 'response.output_text', where, textOf(part[field]), field),
          plain('response.content_part.done', { ...where, part }),
        ]
      })
  }
}

function pieces(type: string, where: Fields, text: string, field = 'text'): readonly StreamEvent[] {
  const logprobs = type === 'response.output_text' ? { logprobs: [] } : {}
  return [
    ...piecesOf(text).map((delta) => ({
      data: { type: `${type}.delta`, ...where, delta, ...logprobs },
      isContent: true,
    })),
    plain(`${type}.done`, { ...where, [field]: text, ...logprobs }),
  ]
}

function plain(type: string, data: Fields): StreamEvent {
  return { data: { type, ...data } }
}

// An item is announced before it is filled.
function begun(item: Fields): Fields {
  switch (item['type']) {
    case 'reasoning':
      return { ...item, summary: [], encrypted_content: '' }
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' }
    default:
      return { ...item, status: 'in_progress', content: [] }
  }
}
