import type { Gate } from './gate.ts'

/** The four APIs that the server speaks. */
export type Api = 'chat' | 'responses' | 'messages' | 'generateContent'

export interface ScriptedCall {
  /** Made by the server when left out. */
  readonly id?: string
  readonly name: string
  readonly arguments?: Readonly<Record<string, unknown>>
}

export interface ScriptedThought {
  readonly text: string
  /** Made by the server when left out. */
  readonly signature?: string
}

export type StopReason = 'stop' | 'calls' | 'length' | 'filter' | 'refusal'

/** What the model answers. Left out means empty; a turn with nothing at all is an answer without content. */
export interface AnswerTurn {
  readonly thought?: ScriptedThought
  readonly text?: string
  readonly refusal?: string
  readonly calls?: readonly ScriptedCall[]
  /** Follows from the content when left out. */
  readonly stop?: StopReason
  readonly usage?: { readonly input: number; readonly output: number }
  /** Holds the answer back: before it, or behind the first piece of content when it streams. */
  readonly gate?: Gate
  /** Ends a stream behind this many pieces of content, by an error event or by a lost connection. */
  readonly breaks?: { readonly after: number; readonly by: 'error' | 'disconnect' }
}

/** A refusal that has nothing to do with the request's sequence. */
export interface FailureTurn {
  readonly failure: 'contextTooLong' | 'rateLimit' | 'serverError' | 'overloaded'
}

export type ScriptedTurn = AnswerTurn | FailureTurn

/** What an unscripted request is answered with. */
export const defaultTurn: AnswerTurn = { text: 'Done.' }

export function stopOf({ stop, refusal, calls }: AnswerTurn): StopReason {
  if (stop) return stop
  if (refusal !== undefined) return 'refusal'
  return calls && calls.length > 0 ? 'calls' : 'stop'
}

/** A text in the pieces that a stream sends: its words, each with the space behind it. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? []
}
