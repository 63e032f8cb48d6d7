import { getEventListeners } from 'node:events'
import { artifactWorkspace, digestText, formatReference } from '../../src/artifacts/index.ts'
import type { Reducer, ReductionRequest } from '../../src/context/reduction.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  type AssemblyDiagnostics,
  AssemblyTerminatedError,
  liveHistory,
  type Plimsoll,
  PlimsollError,
  type PlimsollEvent,
  type Run,
} from '../../src/index.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import type { RunOptions } from '../../src/run/run-options.ts'
import { recordEvents } from '../../src/testing/index.ts'
import { findEventFaults } from '../faults/find-event-faults.ts'
import { findSentFaults, type SentRules } from '../faults/find-sent-faults.ts'
import { compose } from '../support/compose.ts'
import { deepFreeze } from '../support/deep-freeze.ts'
import { exchange, system, user } from '../support/messages.ts'
import type { ReducerStep, Script } from './script.ts'

type Message = OpenAIChatMessage

export const hardLimit = 1_500
const mark = 'kanarie'
const text = (size: number): string => `${mark} ${'x'.repeat(size)}`
export const bodyOf = (letter: string): string => `body ${letter} ${text(150)}`
const referenceOf = (letter: string): string => formatReference(digestText(bodyOf(letter)))
export const letters = ['a', 'b'] as const

interface Handed {
  readonly host: readonly Message[]
  readonly diagnostics: AssemblyDiagnostics
}

/** The host of a random sequence: what it keeps, what it was handed, and everything that was wrong with it. */
export class RandomHost {
  readonly violations: string[] = []
  /** Signals of all calls: each must be left without a listener. */
  readonly signals: AbortSignal[] = []
  readonly failure = new Error(`${mark}: the port fails`)
  readonly history = liveHistory<Message>(
    deepFreeze([
      ...[system(text(20)), user(text(20))],
      ...letters.flatMap((letter) => exchange(letter, referenceOf(letter))),
      ...exchange('long', text(300)),
    ]),
  )
  readonly workspace = artifactWorkspace()
  readonly recorder = recordEvents()
  /** What the history held when a list was handed out, by the id of its assembly. */
  readonly #handed = new Map<string, Handed>()
  readonly #stored = new Set<string>()
  readonly #delivered: string[] = []
  readonly #lists: { readonly id: string | undefined; readonly list: readonly Message[] }[] = []
  readonly #script: Script
  readonly #plimsoll: Plimsoll<Message>
  #steps: ReducerStep[] = []
  #subscribers = 0
  #written = 0
  /** Bodies that were on their way when a run was restored: they count as delivered. */
  readonly mayBeLost = new Set<string>()
  run: Run<Message>

  constructor(script: Script) {
    this.#script = script
    this.#plimsoll = compose({
      hardLimitBytes: hardLimit,
      maximumCompactionAttempts: script.attempts,
      onReducerFailure: script.tolerates ? 'fallback' : 'throw',
      elideOlderResults: script.elides,
      upstreamReducer: (request) => this.#reduce(request),
    })
    this.run = this.#plimsoll.openRun(this.options)
  }

  get options(): RunOptions<Message> {
    return {
      workspace: this.workspace,
      offload: { inlineLimitBytes: 200 },
      admission: this.#script.isSerial ? 'serial' : 'concurrent',
      report: [this.recorder.report, (event) => this.#hear(event)],
    }
  }

  /** The history as a call sees it: it answers when its turn comes, and counts who listens. */
  get source() {
    const { history } = this
    const { scheduler } = this.#script
    return {
      capture: async () => {
        await scheduler.schedule(Promise.resolve(), 'capture')
        return history.capture()
      },
      subscribe: (listener: () => void) => {
        this.#subscribers += 1
        const unsubscribe = history.subscribe(listener)
        return () => {
          this.#subscribers -= 1
          unsubscribe()
        }
      },
    }
  }

  async prepare(): Promise<void> {
    for (const letter of letters) await this.workspace.store(bodyOf(letter), null)
  }

  /** What the reducer does the next times that it is asked. */
  script(steps: readonly ReducerStep[]): void {
    this.#steps.push(...steps)
  }

  change(does: 'append' | 'shorten' | 'rewrite', size: number): void {
    const { history } = this
    this.#written += 1
    const id = `call-${this.#written}`
    if (does === 'append') history.append(...deepFreeze([...exchange(id, text(size)), user(text(10))]))
    else if (does === 'rewrite')
      history.replace(deepFreeze([system(text(size)), ...history.messages.slice(1)]))
    else if (history.messages.length > 8) history.replace(history.messages.slice(0, -3))
  }

  async rehydrate(letter: string, signal: AbortSignal): Promise<void> {
    const { outcome } = await this.run.rehydrate(referenceOf(letter), { signal, source: 'toolRequest' })
    if (outcome !== 'resolved') this.violations.push(`a body that is there is ${outcome}`)
  }

  async offload(size: number, signal: AbortSignal): Promise<void> {
    const { decision } = await this.run.offload(text(size), { signal })
    if (!/^(inline|offloaded|existingReference)$/.test(decision.outcome))
      this.violations.push(`a result is ${decision.outcome} where nothing fails`)
  }

  /** Notes a list that was handed out. */
  note(id: string | undefined, list: readonly Message[]): void {
    this.#lists.push({ id, list })
  }

  // Against what the history held when it was told of. A list that was dispatched bears no id: it must be right for one.
  async #checkLists(): Promise<void> {
    const texts = new Set(
      [...this.#handed.values()].flatMap(({ host }) => host.map(({ content }) => content)),
    )
    for (const content of texts) if (await this.#isStored(content)) this.#stored.add(String(content))
    for (const { id, list } of this.#lists) {
      const ids = id === undefined ? [...this.#handed.keys()] : [id]
      const faults = ids.map((one) => this.#faultsOf(one, list))
      if (faults.some((found) => found.length === 0)) continue
      this.violations.push(...(faults.at(-1) ?? ['a list is handed out that was never told of']))
    }
  }

  #faultsOf(id: string, list: readonly Message[]): readonly string[] {
    const told = this.#handed.get(id)
    if (!told) return ['a list is handed out that was never told of']
    const { host, diagnostics } = told
    const rules: SentRules = {
      ...{ hardLimit, retention: 1, mayElide: true, bodies: letters.map(bodyOf) },
      isStored: (result) => this.#stored.has(result),
    }
    const hasMore = diagnostics.attemptCount > this.#script.attempts
    const faults = findSentFaults(host, list, [diagnostics], rules)
    return hasMore ? [...faults, 'more attempts than there may be'] : faults
  }

  /** Notes a list that reached the provider in a call that was completed. */
  complete(list: readonly Message[]): void {
    for (const letter of letters) if (this.#carries(list, letter)) this.#delivered.push(letter)
  }

  /** An error that a call may end with: ours, the abort's, or the reducer's. */
  judge(error: unknown, expected: readonly unknown[]): void {
    if (expected.includes(error) || (error === this.failure && !this.#script.tolerates)) return
    if (PlimsollError.isInstance(error)) {
      if (error.message.includes(mark)) this.violations.push('an error holds content')
      if (error.code === 'internal') this.violations.push('an internal error')
      if (
        AssemblyTerminatedError.isInstance(error) &&
        error.finalSize <= hardLimit &&
        error.outcome === 'irreducible'
      )
        this.violations.push('a list that fits is refused')
      return
    }
    this.violations.push(`a call fails with something foreign: ${String(error)}`)
  }

  async restore(): Promise<void> {
    const before = this.run
    const state: unknown = JSON.parse(JSON.stringify(await before.persist()))
    if (JSON.stringify(state).includes(mark)) this.violations.push('a persisted run holds content')
    const { sending } = await before.persist()
    for (const letter of letters) if (sending.includes(digestText(bodyOf(letter)))) this.mayBeLost.add(letter)
    await before.close()
    this.run = await this.#plimsoll.restoreRun<Message>(state, this.options)
  }

  /** What must hold when everything is over: a run that is closed leaves nothing behind. */
  async finish(isClosed: boolean): Promise<void> {
    await this.#checkLists()
    if (!isClosed) await this.#goOn()
    await this.run.close()
    if (new Set(this.#delivered).size !== this.#delivered.length)
      this.violations.push('a body is delivered twice')
    const left = this.signals.filter((signal) => getEventListeners(signal, 'abort').length > 0)
    if (left.length > 0) this.violations.push('a listener is left')
    if (this.#subscribers > 0) this.violations.push('a subscription is left')
    this.violations.push(...findEventFaults(this.recorder.events))
  }

  // The run is there for the next call, and what nobody has delivered is free for it.
  async #goOn(): Promise<void> {
    const { sending } = await this.run.persist()
    if (sending.length > 0) this.violations.push('a lease is left')
    this.#steps = ['drop']
    for (const letter of letters) await this.rehydrate(letter, new AbortController().signal)
    const list = [system(), user('Once more.'), ...letters.flatMap((one) => exchange(one, referenceOf(one)))]
    await this.run.dispatch(list, (sent) => {
      this.complete(sent)
    })
    const missing = letters.filter(
      (letter) => !this.#delivered.includes(letter) && !this.mayBeLost.has(letter),
    )
    if (missing.length > 0) this.violations.push('a body that nobody has is withheld')
  }

  #hear(event: PlimsollEvent): void {
    if (event.type !== 'assembly.composed') return
    this.#handed.set(event.assemblyId, { host: this.history.messages, diagnostics: event.diagnostics })
  }

  #carries(list: readonly Message[], letter: string): boolean {
    return list.some(({ content }) => String(content).includes(bodyOf(letter)))
  }

  async #isStored(content: unknown): Promise<boolean> {
    if (typeof content !== 'string') return false
    const read = await this.workspace.read(digestText(content), null)
    return read.status === 'found' && read.body === content
  }

  #reduce(request: ReductionRequest<Message>): ReturnType<Reducer<Message>> {
    const step = this.#steps.shift() ?? 'drop'
    switch (step) {
      case 'throw':
        throw this.failure
      case 'never':
        return new Promise<never>((_, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason), { once: true })
        })
      case 'null':
        return null as never // against the contract
      case 'same':
        return {}
      case 'dropAll':
        return { drop: request.units.map(({ index }) => index) }
      case 'forge':
        return [{ role: 'assistant', content: 'forged' }]
      default:
        return dropOldest()(request)
    }
  }
}
