import { type AnswerForm, type AnswerInput, callIdOf, type StreamEvent, usageOf } from '../answer.ts'
import { type StopReason, stopOf } from '../scripted-turn.ts'
import { type Fields, textOf } from '../wire.ts'
import { itemEvents } from './responses-item-events.ts'

const incompleteReasons: Partial<Readonly<Record<StopReason, string>>> = {
  length: 'max_output_tokens',
  filter: 'content_filter',
}

/** OpenAI Responses. */
export const responsesAnswer: AnswerForm = {
  whole(input) {
    const output = responseItems(input)
    const reason = incompleteReasons[stopOf(input.turn)]
    return {
      ...head(input),
      status: reason === undefined ? 'completed' : 'incomplete',
      incomplete_details: reason === undefined ? null : { reason },
      output,
      usage: usage(input),
    }
  },
  events(input) {
    const begun = { ...head(input), status: 'in_progress', incomplete_details: null, output: [], usage: null }
    const ended = this.whole(input)
    const events: StreamEvent[] = [
      { data: { type: 'response.created', response: begun } },
      { data: { type: 'response.in_progress', response: begun } },
      ...responseItems(input).flatMap(itemEvents),
      { data: { type: `response.${textOf(ended['status'])}`, response: ended } },
    ]
    return events.map(({ data, isContent }, at) =>
      typeof data === 'string'
        ? { data }
        : {
            name: textOf(data['type']),
            data: { ...data, sequence_number: at },
            ...(isContent === true && { isContent }),
          },
    )
  },
}

/** The output items of a turn, as a response holds them and a later request may send them. */
export function responseItems(input: AnswerInput): readonly Fields[] {
  const { turn, serial } = input
  const { thought, text, refusal, calls = [] } = turn
  const content = [
    ...(text ? [{ type: 'output_text', text, annotations: [], logprobs: [] }] : []),
    ...(refusal ? [{ type: 'refusal', refusal }] : []),
  ]
  return [
    ...(thought
      ? [
          {
            id: `rs_${serial}`,
            type: 'reasoning',
            summary: [{ type: 'summary_text', text: thought.text }],
            encrypted_content: thought.signature ?? `encrypted-${serial}`,
          },
        ]
      : []),
    ...(content.length > 0
      ? [{ id: `msg_${serial}`, type: 'message', status: 'completed', role: 'assistant', content }]
      : []),
    ...calls.map((call, at) => ({
      id: `fc_${serial}_${at}`,
      type: 'function_call',
      status: 'completed',
      call_id: call.id ?? callIdOf(input, at),
      name: call.name,
      arguments: JSON.stringify(call.arguments ?? {}),
    })),
  ]
}

function head({ body, model, serial }: AnswerInput): Fields {
  return {
    id: `resp_${serial}`,
    object: 'response',
    created_at: 1_700_000_000 + serial,
    error: null,
    instructions: body['instructions'] ?? null,
    metadata: {},
    model,
    parallel_tool_calls: true,
    previous_response_id: body['previous_response_id'] ?? null,
    store: body['store'] !== false,
    tool_choice: 'auto',
    tools: body['tools'] ?? [],
  }
}

function usage(answer: AnswerInput): Fields {
  const { input, output } = usageOf(answer)
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input + output,
  }
}
