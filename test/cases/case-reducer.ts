import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { Reducer } from '../../src/index.ts'
import type { Plan, ReductionRequest } from '../../src/reducers/index.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import type { RawMessage } from '../support/dispatch-reading.ts'
import { rawSize } from '../support/dispatch-size.ts'
import { toChatMessage } from './case-messages.ts'
import type { FaultCase, ReducerScript } from './fault-case.ts'

type Message = OpenAIChatMessage

export const reducerKinds = [
  ...['none', 'identity', 'throw', 'hang', 'slice-last', 'drop', 'replace', 'fixed', 'edit'],
] as const

/** A case's scripted reducer, and what was asked of it. */
export class CaseReducer {
  callCount = 0
  /** Most messages that it was ever shown. */
  largestInput = 0
  /** From now on it works, whatever the script says. */
  isMended = false
  readonly #fault: FaultCase
  readonly #onCall: (count: number) => void
  readonly #late: ((answer: readonly Message[]) => void)[] = []

  constructor(fault: FaultCase, onCall: (count: number) => void) {
    this.#fault = fault
    this.#onCall = onCall
  }

  readonly reduce: Reducer<Message> = (request) => {
    if (this.isMended) return dropOldest()(request)
    this.callCount += 1
    this.largestInput = Math.max(this.largestInput, request.messages.length)
    this.#onCall(this.callCount)
    return this.#answer(request)
  }

  /** Answers what hangs, when nobody waits for it any more. */
  answerLate(): void {
    for (const answer of this.#late) answer([])
  }

  #answer({ messages }: ReductionRequest<Message>): Plan | readonly Message[] | Promise<readonly Message[]> {
    const { reducerInputLimit } = this.#fault.settings
    const reducer = this.#fault.settings.reducer ?? { kind: 'none' }
    const size = messages.reduce((sum, message) => sum + rawSize(message as unknown as RawMessage), 0) // any field
    if (reducerInputLimit !== undefined && size > reducerInputLimit) throw new Error('input too long')
    if (reducer.kind === 'throw') throw new Error(reducer.message ?? 'the script throws')
    if (reducer.kind === 'hang') return new Promise((resolve) => this.#late.push(resolve))
    return listOf(reducer, messages)
  }
}

/** Texts of the script that may be sent, once they are accepted as a summary. */
export function summaryTexts({ reducer }: FaultCase['settings']): string[] {
  if (reducer?.kind === 'replace') return reducer.text === undefined ? [] : [reducer.text]
  return (reducer?.messages ?? []).flatMap(({ role, content }) =>
    role === 'user' && typeof content === 'string' ? [content] : [],
  )
}

function listOf(script: ReducerScript, messages: readonly Message[]): readonly Message[] {
  switch (script.kind) {
    case 'slice-last':
      return messages.slice(Math.max(0, messages.length - (script.count ?? 0)))
    case 'drop':
      return messages.filter((_, index) => !script.indexes?.includes(index))
    case 'edit': {
      // In place, on what the reducer was given: the host's own object must be out of its reach.
      const { from = 0, text = '' } = script
      if (messages[from]) Object.assign(messages[from], { content: text })
      return messages.filter((_, index) => !script.indexes?.includes(index))
    }
    case 'replace': {
      const { from = 0, to = from, text = '', role = 'user' } = script
      return [...messages.slice(0, from), { role, content: text }, ...messages.slice(to + 1)]
    }
    case 'fixed':
      return (script.messages ?? []).map(toChatMessage)
    default:
      return messages
  }
}
