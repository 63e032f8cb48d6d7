import type { MeasuredContent } from '../context/measure.ts'

/** Tokens that a provider's template puts around content. Whole numbers of at least 0. */
export interface Framing {
  /** Around every message: its role and its end. */
  readonly message: number
  /** Around every tool call, beside its id, name and arguments. */
  readonly call: number
  /** Around every argument of a call, for providers that write an element an argument. */
  readonly argument: number
  /** Around every tool result, beside its id and content. */
  readonly result: number
  /** Around every text that stands beside the messages: a tool's name, its description, its schema. */
  readonly definition: number
  /** Once, when there are such texts: what providers tell the model of tools. */
  readonly definitions: number
}

/**
 * Framing as the corpus shows it: 56 to 60 tokens a call and its result on Llama 4, 63 to 67 on Claude (medians of 466
 * exchanges, call ids not among them; their text is counted here). `message`: 3 and 1 for a name, OpenAI's cookbook, "How
 * to count tokens with tiktoken". `definitions`: 159 to 530 by model, docs.anthropic.com/en/docs/tool-use-pricing-and-tokens.
 */
export const usualFraming: Framing = Object.freeze({
  message: 4,
  call: 20,
  argument: 2,
  result: 20,
  definition: 4,
  definitions: 340,
})

/** Framing that no exchange of the corpus exceeds, and the highest that is published; for upper bounds. */
export const highestFraming: Framing = Object.freeze({
  message: 16,
  call: 64,
  argument: 12,
  result: 64,
  definition: 16,
  definitions: 530,
})

const argumentMark = '":'

/** The framing of one entry, or of what stands beside the messages. */
export function countFraming({ role, pieces }: MeasuredContent, framing: Framing): number {
  let tokens = framing.message
  let opaque = 0
  for (const piece of pieces) {
    if (piece.type === 'callName') tokens += framing.call
    else if (piece.type === 'callArguments') tokens += framing.argument * countMarks(piece.text)
    else if (piece.type === 'resultId') tokens += framing.result
    else if (piece.type === 'opaque') opaque += 1
  }
  // What stands beside the messages is measured as one system entry of opaque texts; a dialect's has text.
  const besideMessages = role === 'system' && opaque > 0 && opaque === pieces.length
  return besideMessages ? tokens + framing.definitions + framing.definition * opaque : tokens
}

/** Names of arguments in JSON, nested ones as well, and never fewer. */
function countMarks(json: string): number {
  let marks = 0
  for (let at = json.indexOf(argumentMark); at !== -1; at = json.indexOf(argumentMark, at + 2)) marks += 1
  return marks
}
