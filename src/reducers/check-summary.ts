import { SummaryError } from '../errors/summary-error.ts'

/** What a model answered: a text, or the text and how it ended, as the AI SDK tells it. */
export type SummaryAnswer = string | { readonly text: string; readonly finishReason?: string }

// Whole answers that stand for a summary. A summary that mentions one of these words is longer than that.
const placeholder =
  /^[\W_]*(?:(?:your |the |a |insert |add )*(?:summary|text|content|placeholder)(?: goes| comes)?(?: here| follows)?|todo|tbd|n\/?a|none|null|undefined|nothing|lorem ipsum.*)?[\W_]*$/isu
const refusal =
  /^[\s"'*]*(?:i(?:'|\u2019)?m sorry|i am sorry|sorry,|i can(?:not|(?:'|\u2019)t)|as an ai\b|i(?:'|\u2019)?m unable)/i
const longestRefusal = 400

/**
 * The text of a summary.
 *
 * @throws SummaryError when the answer is no summary; never with anything of the answer in it
 */
export function checkSummary(answer: unknown, maxSummarySize: number): string {
  const text = textOf(answer)
  if (text.trim() === '') throw new SummaryError('empty')
  if (Buffer.byteLength(text) > maxSummarySize) throw new SummaryError('tooLong')
  const isRefusal = text.length < longestRefusal && refusal.test(text)
  if (isRefusal || (!/\p{L}{2}/u.test(text) && !/\p{Lo}/u.test(text))) throw new SummaryError('placeholder')
  if (/^[\x20-\x7e\s\u2026]*$/.test(text) && placeholder.test(text)) throw new SummaryError('placeholder')
  return text.trim()
}

function textOf(answer: unknown): string {
  if (typeof answer === 'string') return answer
  const text: unknown = Reflect.get(Object(answer), 'text')
  const finishReason: unknown = Reflect.get(Object(answer), 'finishReason')
  if (finishReason !== undefined && finishReason !== 'stop') throw new SummaryError('truncated')
  if (typeof text !== 'string') throw new SummaryError('notText')
  return text
}
