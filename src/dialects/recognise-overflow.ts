import { overflow as messages } from './anthropic/overflow.ts'
import { type ErrorFacts, readErrorFacts } from './error-facts.ts'
import { overflow as gemini } from './gemini/overflow.ts'
import { overflow as chat } from './openai-chat/overflow.ts'
import { overflow as responses } from './openai-responses/overflow.ts'
import type { OverflowShape } from './overflow-shape.ts'

/** A provider's refusal of a request that is too large for it. */
export interface ContextOverflow {
  readonly provider: string
  /** Tokens that the provider counted, and allows, where it says so. */
  readonly usedTokens: number | undefined
  readonly limitTokens: number | undefined
}

/** Every shape that is known. */
export const overflowShapes: readonly OverflowShape[] = [...messages, ...responses, ...chat, ...gemini]

/**
 * The refusal of a context that is too long in what a client threw, or in a response body; undefined for everything else.
 * Looks through what frameworks wrap around it. Throws nothing, and keeps no text of the error.
 */
export function recogniseOverflow(
  thrown: unknown,
  shapes: readonly OverflowShape[] = overflowShapes,
): ContextOverflow | undefined {
  const facts = readErrorFacts(thrown)
  // A shape that knows the numbers goes before one that knows the code alone, in whatever part of the error it stands.
  for (const shape of shapes) {
    for (const fact of facts) {
      const numbers = match(shape, fact)
      if (numbers) {
        const { used, limit } = numbers
        return { provider: shape.provider, usedTokens: numberOf(used), limitTokens: numberOf(limit) }
      }
    }
  }
  return undefined
}

/**
 * Whether a provider refused the request because its context is too long.
 *
 * @example
 * try { await send(messages) } catch (error) { if (isContextOverflow(error)) sendLess() }
 */
export function isContextOverflow(thrown: unknown): boolean {
  return recogniseOverflow(thrown) !== undefined
}

function match(shape: OverflowShape, facts: ErrorFacts): Readonly<Record<string, string>> | undefined {
  if (facts.status !== undefined && facts.status !== shape.status) return undefined
  if (shape.type !== undefined && facts.type !== shape.type) return undefined
  if (shape.code !== undefined && facts.code !== shape.code) return undefined
  if (!shape.message) return {}
  const found = shape.message.exec(facts.message ?? '')
  return found ? { ...found.groups } : undefined
}

function numberOf(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits)
}
