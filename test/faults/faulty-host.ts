import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { recordEvents } from '../../src/testing/record-events.ts'
import { findSentFaults, type SentRules } from './find-sent-faults.ts'
import type { Library } from './library-type.ts'

type Message = OpenAIChatMessage

export const faultKinds = ['throws', 'rejects', 'aborts', 'answers late', 'never answers'] as const
export type FaultKind = (typeof faultKinds)[number]

/** What a port that answers at once by its type can do wrong. */
const immediateKinds = ['throws', 'aborts'] as const

/** What goes wrong: the n-th call of a port, counted from 0, in one way. */
export interface Fault {
  readonly port: string
  readonly at: number
  readonly kind: FaultKind
}

/** One list that was sent, and how that ended. */
export interface Sending {
  readonly list: readonly Message[]
  readonly wasAborted: boolean
  isAnswered: boolean
}

const secret = 'kanarie: /var/lib/secret/path'

/** A host everything of which goes through ports, each of which can be made to fail at one of its calls. */
export class FaultyHost<L extends Library = Library> {
  readonly library: L
  /** What a port throws, and what it rejects with. */
  readonly failure = new Error(secret)
  /** What the call is aborted with. */
  readonly reason = new Error('enough')
  readonly controller = new AbortController()
  readonly recorder = recordEvents()
  readonly sendings: Sending[] = []
  readonly violations: string[] = []
  /** Calls of each port since the host was armed. */
  readonly counts = new Map<string, number>()
  /** What each port can do wrong. */
  readonly kinds = new Map<string, readonly FaultKind[]>()
  /** What goes wrong, if anything does. */
  readonly fault: Fault | null
  readonly #onFault: () => void
  readonly #gate: Promise<void>
  #open: () => void = () => {}
  #isArmed = false
  hasFired = false

  constructor(library: L, fault: Fault | null, onFault: () => void) {
    this.library = library
    this.fault = fault
    this.#onFault = onFault
    this.#gate = new Promise((resolve) => {
      this.#open = resolve
    })
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  get secret(): string {
    return secret
  }

  /** Whether the scenario is at its act, and a port may fail. */
  get isArmed(): boolean {
    return this.#isArmed
  }

  /** From now on calls are counted, and one of them may fail. */
  arm(): void {
    this.#isArmed = true
  }

  disarm(): void {
    this.#isArmed = false
  }

  /** Lets late answers come. */
  answerLate(): void {
    this.#open()
  }

  /** A port whose answer is waited for where it is a promise. */
  port<T>(name: string, work: () => T): T {
    this.kinds.set(name, faultKinds)
    return this.#ask(name, work, (answer) => answer)
  }

  /** A port that should answer at once, and may be written by somebody who answers with a promise all the same. */
  sync<T>(name: string, work: () => T): T {
    this.kinds.set(name, faultKinds)
    return this.#ask(name, work, (answer) => {
      answer.catch(() => {})
      return answer
    })
  }

  /** A port that does answer at once. */
  pure<T>(name: string, work: () => T): T {
    this.kinds.set(name, immediateKinds)
    return this.#ask(name, work, (answer) => answer)
  }

  /** Sends a list, after it was checked. */
  send(host: () => readonly Message[], rules: SentRules, name = 'send') {
    return async (list: readonly Message[]): Promise<string> => {
      const isProbe = !this.#isArmed
      const sending = { list, wasAborted: this.signal.aborted, isAnswered: false }
      this.sendings.push(sending)
      if (sending.wasAborted && this.#isArmed) this.violations.push('a list is sent after the abort')
      const told = this.recorder.of('assembly.completed').map(({ diagnostics }) => diagnostics)
      this.violations.push(...findSentFaults(host(), list, told, rules))
      const answer = await this.port(name, () => Promise.resolve('answer'))
      sending.isAnswered = isProbe || !this.signal.aborted
      return answer
    }
  }

  /** The same object, with each of its functions behind a port. */
  wrap<T extends object>(name: string, target: T, kind: 'port' | 'sync' | 'pure'): T {
    const wrapped: Record<string, unknown> = {}
    for (const key of Object.keys(target)) {
      const value: unknown = Reflect.get(target, key)
      wrapped[key] =
        typeof value === 'function'
          ? (...all: unknown[]) => this[kind](`${name}.${key}`, () => Reflect.apply(value, target, all))
          : value
    }
    return wrapped as T // every key of it, with a function where one was
  }

  #ask<T>(name: string, work: () => T, watch: (answer: Promise<never>) => Promise<never>): T {
    if (!this.#isArmed) return work()
    const index = this.counts.get(name) ?? 0
    this.counts.set(name, index + 1)
    if (this.fault?.port !== name || this.fault.at !== index) return work()
    this.hasFired = true
    // Who asks waits by the next microtask, if it waits.
    queueMicrotask(this.#onFault)
    const { kind } = this.fault
    if (kind === 'aborts') {
      this.#onFault()
      this.controller.abort(this.reason)
      return work()
    }
    this.#onFault()
    if (kind === 'throws') throw this.failure
    return watch(this.#answerWrongly(kind, work)) as T // what a port answers with is what is tested
  }

  #answerWrongly(kind: Exclude<FaultKind, 'throws' | 'aborts'>, work: () => unknown): Promise<never> {
    if (kind === 'rejects') return Promise.reject(this.failure)
    const late = kind === 'answers late' ? this.#gate.then(work) : new Promise(() => {})
    // By then everything that can wait for it does.
    setImmediate(() => {
      this.#onFault()
      this.controller.abort(this.reason)
    })
    return late as Promise<never> // see above
  }
}
