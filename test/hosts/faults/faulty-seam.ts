import type { AssemblyDiagnostics, PlimsollError, Run } from '../../../src/index.ts'
import type { Sending } from '../../faults/faulty-host.ts'
import type { FaultyHost, HostLibrary } from './library-type.ts'
import type { SeamBounds } from './open-bounds.ts'
import { everyTurn, turnOf } from './turns.ts'

/** What a model does with what it is asked, while nothing else fails. */
export type Script = 'answers' | 'fails' | 'fails once' | 'finds its first list too long'

/** How a model behaves. */
export interface ModelConduct {
  readonly script: Script
  /** Whether lists reach it as they came in. */
  readonly passes: boolean
  readonly endsWhenAborted: boolean
}

/** One list that reached the model. */
export interface Try {
  readonly sending: Sending
  readonly signal: AbortSignal | undefined
  readonly failure: 'fails' | 'is too long' | undefined
}

/** The model's side of a seam: looks at each list that reaches it, and asks ports before it answers. */
export class FaultySeam {
  readonly host: FaultyHost
  readonly script: Script
  readonly bounds: Run<unknown>
  readonly opened: readonly Run<unknown>[]
  /** What the model fails with, where its script says so. */
  readonly refusal = new Error('overloaded')
  /** What it says of a list that is too long. */
  readonly tooLong = Object.assign(new Error('too long'), {
    ...{ status: 400, code: 'context_length_exceeded', type: 'invalid_request_error' },
  })
  /** What the seam's listener has heard. */
  readonly refusals: PlimsollError[] = []
  readonly #passes: boolean
  readonly #endsWhenAborted: boolean
  readonly #sent = new Set<AssemblyDiagnostics>()
  #tries = 0

  constructor(
    host: FaultyHost,
    { script, passes, endsWhenAborted }: ModelConduct,
    { bounds, opened }: SeamBounds,
  ) {
    this.host = host
    this.script = script
    this.#passes = passes
    this.#endsWhenAborted = endsWhenAborted
    this.bounds = bounds
    this.opened = opened
  }

  get library(): HostLibrary {
    return this.host.library
  }

  /** What the call of the moment is aborted with; the last one has none. */
  get signal(): AbortSignal | undefined {
    return this.host.isArmed ? this.host.signal : undefined
  }

  /** Looks at a list that has reached the model. */
  receive(messages: readonly unknown[]): Sending {
    const { host } = this
    const sent = messages.map((message) => JSON.stringify(message))
    const list = sent.map((content) => ({ role: 'user' as const, content }))
    const sending = { list, wasAborted: host.signal.aborted, isAnswered: false }
    host.sendings.push(sending)
    if (host.isArmed) this.#tries += 1
    const turns = sent.map(turnOf)
    if (this.#passes) {
      // An abort is between the host and its model, as without a bound.
      if (`${turns}` !== `${everyTurn}`)
        host.violations.push('a list that passes is not the one that came in')
      return sending
    }
    if (sending.wasAborted && host.isArmed) host.violations.push('a list is sent after the abort')
    const told = host.recorder.of('assembly.completed').map(({ diagnostics }) => diagnostics)
    const made = told.findLast((one) => !this.#sent.has(one) && `${one.keptIndexes}` === `${turns}`)
    if (!made) host.violations.push(`a list is sent that no assembly has made for it: ${turns}`)
    else {
      this.#sent.add(made)
      if (textSize(messages) > made.hardLimit) host.violations.push('a list is sent above the hard limit')
    }
    return sending
  }

  /** The answer to a list, after a port was asked. */
  answer<T>(messages: readonly unknown[], signal: AbortSignal | undefined, answer: T): Promise<T> {
    const { sending, failure } = this.try(messages, signal)
    return this.asked(signal).then(() => {
      if (failure) throw failure === 'fails' ? this.refusal : this.tooLong
      this.answered(sending)
      return answer
    })
  }

  /** The parts of an answer to a list, which is looked at at once. */
  stream<P>(
    messages: readonly unknown[],
    signal: AbortSignal | undefined,
    parts: readonly P[],
    failing?: P,
  ): AsyncGenerator<P, void> {
    return this.parts(this.try(messages, signal), parts, failing)
  }

  /** Looks at a list that has reached the model, and how the script has it end. */
  try(messages: readonly unknown[], signal: AbortSignal | undefined): Try {
    return { sending: this.receive(messages), signal, failure: this.scriptedFailure() }
  }

  /**
   * The parts of an answer, with a port asked before the first two and the last.
   *
   * @param failing stands in the place of the second part where the script fails; left out, the stream itself fails there
   */
  async *parts<P>(
    { sending, signal, failure }: Try,
    parts: readonly P[],
    failing?: P,
  ): AsyncGenerator<P, void> {
    for (const [index, part] of parts.entries()) {
      // Those in the middle are all alike.
      const isLast = index === parts.length - 1
      if (index < 2 || isLast) await this.asked(signal, 'chunk')
      const fails = failure === 'fails' && index === 1
      if (fails && failing === undefined) throw this.refusal
      if (!failure && isLast) this.answered(sending)
      yield fails && failing !== undefined ? failing : part
    }
  }

  /** A port that is asked before a model answers, and is heard no more when the call is aborted. */
  asked(signal: AbortSignal | undefined, name = 'model'): Promise<void> {
    const asked = this.library.untilAborted(
      this.host.port(name, () => Promise.resolve()),
      signal,
    )
    if (!this.#endsWhenAborted) return asked
    return asked.catch((error: unknown) => {
      if (signal?.aborted !== true) throw error
    })
  }

  /** How the script has this try fail. */
  scriptedFailure(): Try['failure'] {
    if (!this.host.isArmed || this.script === 'answers') return undefined
    if (this.script === 'fails') return 'fails'
    if (this.#tries > 1) return undefined
    return this.script === 'fails once' ? 'fails' : 'is too long'
  }

  /** What a client's own error for an answer with a status, or for an event, stands for. */
  saidBy(error: unknown): unknown {
    if (!(error instanceof Error) || Reflect.get(error, 'cause') !== undefined) return error
    if (Reflect.get(error, 'status') === 400) return this.tooLong
    return Reflect.get(error, 'status') === 503 || /overloaded/.test(error.message) ? this.refusal : error
  }

  /** What a host's own error stands for that says as much. */
  knownBy(message: string): Error | undefined {
    const { host, refusal, refusals } = this
    return [host.failure, host.reason, refusal, ...refusals].find((error) => error.message === message)
  }

  /** The provider has given all of its answer. */
  answered(sending: Sending): void {
    sending.isAnswered = !this.host.isArmed || !this.host.signal.aborted
  }
}

const content = new Set(['text', 'content', 'value', 'output', 'arguments'])

// No more than what is counted, in whatever shape: the texts alone, without names and ids.
function textSize(value: unknown, key = ''): number {
  if (typeof value === 'string') return content.has(key) ? Buffer.byteLength(value) : 0
  if (typeof value !== 'object' || value === null) return 0
  const inside = Array.isArray(value) ? value.map((item) => [key, item] as const) : Object.entries(value)
  return inside.reduce((size, [name, part]) => size + textSize(part, name), 0)
}
