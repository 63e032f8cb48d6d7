import type { RuleProfile } from './rule.ts'
import type { AnswerTurn } from './scripted-turn.ts'
import type { Fields } from './wire.ts'

/** One event of a stream. */
export interface StreamEvent {
  /** The name in the `event:` line; none for APIs without names. */
  readonly name?: string
  /** Sent as JSON, a string as it is. */
  readonly data: Fields | string
  /** Whether it carries a piece of the model's output. */
  readonly isContent?: boolean
}

/** What an answer is made of. */
export interface AnswerInput {
  readonly turn: AnswerTurn
  readonly profile: RuleProfile
  readonly model: string
  readonly body: Fields
  /** A number that no other answer of this server has. */
  readonly serial: number
}

/** How one API says a turn, whole and in events. */
export interface AnswerForm {
  whole(input: AnswerInput): Fields
  events(input: AnswerInput): readonly StreamEvent[]
}

/** A call id in the provider's form. */
export function callIdOf({ profile, serial }: AnswerInput, call: number): string {
  if (profile === 'mistral') return `c${String(serial).padStart(5, '0')}${String(call).padStart(3, '0')}`
  return profile === 'anthropic' ? `toolu_${serial}_${call}` : `call_${serial}_${call}`
}

/** The signature of a thought, when the script names none. */
export function signatureOf({ turn, serial }: AnswerInput): string {
  return turn.thought?.signature ?? `signature-${serial}`
}

export function usageOf({ turn }: AnswerInput): { input: number; output: number } {
  return turn.usage ?? { input: 10, output: 5 }
}
