import {
  type AnswerForm,
  type AnswerInput,
  callIdOf,
  type StreamEvent,
  signatureOf,
  usageOf,
} from '../answer.ts'
import { piecesOf, type StopReason, stopOf } from '../scripted-turn.ts'
import type { Fields } from '../wire.ts'

const stopReasons: Readonly<Record<StopReason, string>> = {
  stop: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  filter: 'refusal',
  refusal: 'refusal',
}

/** Anthropic Messages. A refusal is a text with the stop reason of one. */
export const messagesAnswer: AnswerForm = {
  whole(input) {
    const { input: read, output } = usageOf(input)
    return {
      ...head(input),
      content: blocks(input),
      stop_reason: stopReasons[stopOf(input.turn)],
      usage: usage(read, output),
    }
  },
  events(input) {
    const { input: read, output } = usageOf(input)
    return [
      event('message_start', {
        message: { ...head(input), content: [], stop_reason: null, usage: usage(read, 1) },
      }),
      event('ping', {}),
      ...blocks(input).flatMap(blockEvents),
      event('message_delta', {
        delta: { stop_reason: stopReasons[stopOf(input.turn)], stop_sequence: null },
        usage: { output_tokens: output },
      }),
      event('message_stop', {}),
    ]
  },
}

function head({ model, serial }: AnswerInput): Fields {
  return { id: `msg_${serial}`, type: 'message', role: 'assistant', model, stop_sequence: null }
}

function usage(read: number, output: number): Fields {
  return {
    input_tokens: read,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: output,
  }
}

type Block =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: Fields }

function blocks(input: AnswerInput): readonly Block[] {
  const { thought, text, refusal, calls = [] } = input.turn
  const said = text ?? refusal
  return [
    ...(thought
      ? [{ type: 'thinking', thinking: thought.text, signature: signatureOf(input) } satisfies Block]
      : []),
    ...(said ? [{ type: 'text', text: said } satisfies Block] : []),
    ...calls.map(
      (call, at): Block => ({
        type: 'tool_use',
        id: call.id ?? callIdOf(input, at),
        name: call.name,
        input: call.arguments ?? {},
      }),
    ),
  ]
}

function blockEvents(block: Block, index: number): readonly StreamEvent[] {
  return [
    event('content_block_start', { index, content_block: openingOf(block) }),
    ...deltasOf(block).map((delta) => ({
      ...event('content_block_delta', { index, delta }),
      isContent: true,
    })),
    event('content_block_stop', { index }),
  ]
}

function openingOf(block: Block): Fields {
  switch (block.type) {
    case 'thinking':
      return { type: 'thinking', thinking: '', signature: '' }
    case 'text':
      return { type: 'text', text: '' }
    case 'tool_use':
      return { ...block, input: {} }
  }
}

function deltasOf(block: Block): readonly Fields[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...piecesOf(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block.signature },
      ]
    case 'text':
      return piecesOf(block.text).map((text) => ({ type: 'text_delta', text }))
    case 'tool_use':
      return [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }]
  }
}

function event(name: string, data: Fields): StreamEvent {
  return { name, data: { type: name, ...data } }
}
