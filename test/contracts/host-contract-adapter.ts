import type { Plimsoll, Run } from 'plimsoll'
import type { ServerHeldKind } from 'plimsoll/openai'
import type { HostBehaviour, Reasons } from './host-contract-behaviours.ts'

/** A message as all hosts write plain ones. */
export interface PlainMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

export type Mode = 'generate' | 'stream'

export const modes: readonly Mode[] = ['generate', 'stream']

/** What a connection is made with. */
export interface HostSetup {
  /** Of the rule server, without a path. */
  readonly url: string
  /** Undefined for the host without Plimsoll. */
  readonly bounds: Run<unknown> | Plimsoll | undefined
  /** What the tool `look` answers in each round, counted from 0. */
  readonly look: (round: number) => string
  /** Whether the model that is asked thinks. */
  readonly thinks: boolean
}

export interface LoopResult {
  readonly text: string
  /** The whole history as the host keeps it at the end, with what it was given. */
  readonly history: readonly unknown[]
}

/** One host, connected to the rule server. */
export interface HostConnection {
  /** Asks the model, with the tool `look`, until it has answered. Rejects with what the host's caller hears. */
  loop(messages: readonly PlainMessage[], mode: Mode, signal?: AbortSignal): Promise<LoopResult>
  /** Streams one answer and gives it up after its first piece. */
  breakOff(messages: readonly PlainMessage[]): Promise<void>
  /** Bounds what is bounded already. */
  boundAgain(): Promise<unknown>
  /** Asks for an answer that goes on from a response which the server holds. */
  goOnFrom(responseId: string): Promise<unknown>
}

/** A host, and what is known of it. Everything here stands on the reference page. */
export interface HostAdapter {
  readonly title: string
  /** Package entry of the seam. */
  readonly entry: string
  /** How a refusal reaches the caller. The suite proves that it does. */
  readonly surfaces: Readonly<Record<Mode, string>>
  /** Behaviours that are missing. The suite proves that they are. */
  readonly gaps: Reasons
  /** Behaviours that there is no case of. */
  readonly absent: Reasons
  /** What a refusal of server-held context says it found. Default `'previousResponse'`. */
  readonly serverHeldFound?: ServerHeldKind
  connect(setup: HostSetup): HostConnection
}

/** How a behaviour stands with a host. */
export function standingOf(adapter: HostAdapter, behaviour: HostBehaviour): 'kept' | 'gap' | 'absent' {
  if (adapter.absent[behaviour] !== undefined) return 'absent'
  return adapter.gaps[behaviour] === undefined ? 'kept' : 'gap'
}
