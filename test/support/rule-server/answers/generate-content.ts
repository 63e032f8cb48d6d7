import { type AnswerForm, type AnswerInput, callIdOf, signatureOf, usageOf } from '../answer.ts'
import { piecesOf, type StopReason, stopOf } from '../scripted-turn.ts'
import type { Fields } from '../wire.ts'

const finishReasons: Readonly<Record<StopReason, string>> = {
  stop: 'STOP',
  calls: 'STOP',
  length: 'MAX_TOKENS',
  filter: 'SAFETY',
  refusal: 'PROHIBITED_CONTENT',
}

/** Gemini generateContent. The signature of a thought stands on the first call, or on the text. */
export const generateContentAnswer: AnswerForm = {
  whole(input) {
    const { thought, text, refusal } = input.turn
    const said = text ?? refusal
    const calls = callParts(input)
    return response(input, [
      ...(thought ? [{ text: thought.text, thought: true }] : []),
      ...(said ? [{ text: said, ...(thought && calls.length === 0 && signed(input)) }] : []),
      ...calls,
    ])
  },
  events(input) {
    const { thought, text, refusal } = input.turn
    const pieces: Fields[] = [
      ...piecesOf(thought?.text ?? '').map((piece) => ({ text: piece, thought: true })),
      ...piecesOf(text ?? refusal ?? '').map((piece) => ({ text: piece })),
    ]
    return [
      ...pieces.map((part) => ({ data: response(input, [part], false), isContent: true })),
      { data: response(input, callParts(input)), isContent: callParts(input).length > 0 },
    ]
  },
}

function response(answer: AnswerInput, parts: readonly Fields[], ends = true): Fields {
  const { input, output } = usageOf(answer)
  return {
    candidates: [
      {
        content: { ...(parts.length > 0 && { parts }), role: 'model' },
        ...(ends && { finishReason: finishReasons[stopOf(answer.turn)] }),
        index: 0,
      },
    ],
    usageMetadata: {
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
    },
    modelVersion: answer.model,
    responseId: `response-${answer.serial}`,
  }
}

function callParts(input: AnswerInput): readonly Fields[] {
  return (input.turn.calls ?? []).map((call, at) => ({
    functionCall: { id: call.id ?? callIdOf(input, at), name: call.name, args: call.arguments ?? {} },
    ...(at === 0 && signed(input)),
  }))
}

function signed(input: AnswerInput): Fields {
  return { thoughtSignature: signatureOf(input) }
}
