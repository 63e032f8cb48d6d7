import { type AnswerForm, type AnswerInput, callIdOf, type StreamEvent, usageOf } from '../answer.ts'
import { piecesOf, type StopReason, stopOf } from '../scripted-turn.ts'
import { type Fields, fieldsOf } from '../wire.ts'

const finishReasons: Readonly<Record<StopReason, string>> = {
  stop: 'stop',
  calls: 'tool_calls',
  length: 'length',
  filter: 'content_filter',
  refusal: 'stop',
}

/** Chat Completions, as OpenAI, Mistral and DeepSeek answer; thoughts go out as DeepSeek's `reasoning_content`. */
export const chatAnswer: AnswerForm = {
  whole(input) {
    return {
      ...head(input, 'chat.completion'),
      choices: [
        {
          index: 0,
          message: message(input),
          logprobs: null,
          finish_reason: finishReasons[stopOf(input.turn)],
        },
      ],
      usage: usage(input),
    }
  },
  events(input) {
    const { turn, body } = input
    const chunk = (delta: Fields, finish: string | null = null, isContent = false): StreamEvent => ({
      data: {
        ...head(input, 'chat.completion.chunk'),
        choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
      },
      isContent,
    })
    const pieces = (field: string, text = ''): StreamEvent[] =>
      piecesOf(text).map((piece) => chunk({ [field]: piece }, null, true))
    const wantsUsage = fieldsOf(body['stream_options'])['include_usage'] === true
    return [
      chunk({ role: 'assistant', content: '' }),
      ...pieces('reasoning_content', turn.thought?.text),
      ...pieces('content', turn.text),
      ...pieces('refusal', turn.refusal),
      ...toolCalls(input).flatMap((call, index) => {
        const { name, arguments: text } = call.function
        const opening = { index, ...call, function: { name, arguments: '' } }
        return [
          chunk({ tool_calls: [opening] }, null, true),
          chunk({ tool_calls: [{ index, function: { arguments: text } }] }, null, true),
        ]
      }),
      chunk({}, finishReasons[stopOf(turn)]),
      ...(wantsUsage
        ? [{ data: { ...head(input, 'chat.completion.chunk'), choices: [], usage: usage(input) } }]
        : []),
      { data: '[DONE]' },
    ]
  },
}

function head({ model, serial }: AnswerInput, object: string): Fields {
  return { id: `chatcmpl-${serial}`, object, created: 1_700_000_000 + serial, model }
}

function message(input: AnswerInput): Fields {
  const { thought, text, refusal } = input.turn
  const calls = toolCalls(input)
  return {
    role: 'assistant',
    content: text ?? (calls.length > 0 || refusal !== undefined ? null : ''),
    refusal: refusal ?? null,
    ...(thought && { reasoning_content: thought.text }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

function toolCalls(input: AnswerInput) {
  return (input.turn.calls ?? []).map((call, at) => ({
    id: call.id ?? callIdOf(input, at),
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.arguments ?? {}) },
  }))
}

function usage(answer: AnswerInput): Fields {
  const { input, output } = usageOf(answer)
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
}
