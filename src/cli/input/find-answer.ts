import { type Fields, isFields } from '../../dialects/fields.ts'
import type { ShapeName } from './shape-names.ts'

/** What a recorded response adds to a conversation. */
export interface FoundAnswer {
  readonly items: readonly unknown[]
  /** The field that holds it. */
  readonly field: string
  readonly shape: ShapeName
}

/** The answer in a recorded response of OpenAI, Anthropic or Gemini; undefined for anything else. */
export function findAnswer(value: Fields): FoundAnswer | undefined {
  const { object, type, role, content } = value
  const [output, choices, candidates] = [value['output'], value['choices'], value['candidates']].map(listOf)
  if (object === 'response' && output) return { items: output, field: 'output', shape: 'openai-responses' }
  if (object === 'chat.completion' && choices) {
    return { items: firstOf(choices, 'message'), field: 'choices', shape: 'openai-chat' }
  }
  if (candidates) return { items: firstOf(candidates, 'content'), field: 'candidates', shape: 'gemini' }
  const parts = type === 'message' && role === 'assistant' ? listOf(content) : undefined
  if (!parts) return undefined
  if (parts.some((part) => isFields(part) && part['type'] === 'output_text')) {
    return { items: [value], field: 'content', shape: 'openai-responses' }
  }
  // Usage, stop reason and the like are told once; only this is sent back.
  return { items: [{ role, content }], field: 'content', shape: 'anthropic' }
}

function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : undefined
}

// Of several candidates for one answer, a conversation goes on with one.
function firstOf([first]: readonly unknown[], field: string): readonly unknown[] {
  return isFields(first) && isFields(first[field]) ? [first[field]] : []
}
