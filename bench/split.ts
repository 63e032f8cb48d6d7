import { performance } from 'node:perf_hooks'
import type { Draft, Workbench } from '../machines/index.ts'
import { CallMemo } from '../src/assembly/call-memo.ts'
import { describeAssembly } from '../src/assembly/describe-assembly.ts'
import { AssemblyWorkbench } from '../src/assembly/workbench.ts'
import { fingerprint } from '../src/context/fingerprint.ts'
import { utf8Bytes } from '../src/context/measure.ts'
import { type OpenAIChatMessage, openaiChat } from '../src/dialects/openai-chat/index.ts'
import type { HybridProfile } from '../src/index.ts'
import { recommended } from '../src/index.ts'
import { checkProfile } from '../src/profile/check-profile.ts'
import { boundsOf } from '../src/run/bounds-of.ts'
import { noRest } from '../src/run/reducer-rest.ts'
import { RunActorHandle } from '../src/run/run-actor.ts'
import { conversation, nextExchange, rebuilt } from './conversation.ts'

/**
 * Where the time of one assembly goes, in microseconds, as medians. By hand: `npx tsx bench/split.ts [messages]`.
 *
 * `capture` reads, looks whether what is known is as it was, pairs and groups; `measure` is the estimator on what has to be
 * measured; `reduce` asks `dropOldest` and reads its plan; `verify` is the judgement of the proposal and the last gate
 * together; `describe` makes the diagnostics; `xstate` is what is left of the run actor's time when its steps are taken off.
 * `hash` is no part of it: it is what a list costs whose reducer answers with messages.
 */
const length = Number(process.argv[2] ?? 2_000)
const runs = 60
const warmUps = 150

const parts = ['capture', 'measure', 'reduce', 'verify', 'describe', 'xstate', 'total', 'hash'] as const
type Split = Record<(typeof parts)[number], number>

const history = conversation(length)
const hardLimitBytes = Math.floor(Buffer.byteLength(JSON.stringify(history)) / 4)
const profile = checkProfile<OpenAIChatMessage>(
  recommended<OpenAIChatMessage>({ hardLimitBytes }).hybridProfile as HybridProfile<OpenAIChatMessage>,
)
const dialect = openaiChat()

/** Does the steps of a workbench, and notes how long each of them takes. */
class TimedWorkbench implements Workbench {
  readonly inner: AssemblyWorkbench<OpenAIChatMessage>
  readonly spent = new Map<string, number>()

  constructor(list: readonly OpenAIChatMessage[], lastCall: CallMemo) {
    this.inner = new AssemblyWorkbench<OpenAIChatMessage>({
      history: list,
      dialect,
      profile,
      overhead: 0,
      desk: { reserve: () => new Set(), send: () => {}, anyFree: () => false },
      bodies: () => [],
      offload: null,
      rest: noRest,
      memory: null,
      lastCall,
      run: this,
      callNumber: 0,
      signal: new AbortController().signal,
      onStarted: () => {},
    })
  }

  captureSnapshot: Workbench['captureSnapshot'] = (epoch) =>
    this.#time('capture', () => this.inner.captureSnapshot(epoch))
  evictBodies: Workbench['evictBodies'] = (epoch) => this.inner.evictBodies(epoch)
  elideResults: Workbench['elideResults'] = (epoch) => this.inner.elideResults(epoch)
  replayReduction: Workbench['replayReduction'] = (epoch) => this.inner.replayReduction(epoch)
  proposeReduction: Workbench['proposeReduction'] = (...asked) =>
    this.#time('reduce', () => this.inner.proposeReduction(...asked))
  verifyProposal: Workbench['verifyProposal'] = (epoch) =>
    this.#time('verify', () => this.inner.verifyProposal(epoch))
  fallBack: Workbench['fallBack'] = (epoch) => this.inner.fallBack(epoch)
  relieveByElision: Workbench['relieveByElision'] = (epoch) => this.inner.relieveByElision(epoch)
  relieveByShrinking: Workbench['relieveByShrinking'] = (epoch) => this.inner.relieveByShrinking(epoch)
  recheckHistory: Workbench['recheckHistory'] = () => this.inner.recheckHistory()
  confirmDispatch: Workbench['confirmDispatch'] = () =>
    this.#time('verify', () => this.inner.confirmDispatch())
  adopt: Workbench['adopt'] = (draft: Draft) => this.inner.adopt(draft)
  keep: Workbench['keep'] = (error) => this.inner.keep(error)

  #time<T>(part: string, step: () => T): T {
    const started = performance.now()
    const note = (): void => {
      this.spent.set(part, (this.spent.get(part) ?? 0) + performance.now() - started)
    }
    const answer = step()
    if (answer instanceof Promise) answer.then(note)
    else note()
    return answer
  }
}

async function assemble(
  actor: RunActorHandle,
  list: readonly OpenAIChatMessage[],
  lastCall: CallMemo,
  unmeasured: number,
): Promise<Split> {
  const started = performance.now()
  const timed = new TimedWorkbench(list, lastCall)
  const result = await actor.request(timed, boundsOf(profile, false)).result
  const ended = performance.now()
  const state = timed.inner.openState()
  if (!state || result.outcome !== 'reduced') throw new Error(`The assembly ended as ${result.outcome}.`)
  const described = { state, newest: null, overhead: 0 }
  describeAssembly({ ...result, outcome: result.outcome }, described, profile, dialect.rules)
  const describe = performance.now() - ended
  const measure = timeOf(() => {
    for (const { reading } of state.snapshot.entries.slice(-unmeasured)) utf8Bytes.estimate(reading)
  })
  const hash = timeOf(() => {
    for (const message of list) fingerprint(message)
  })
  const of = (part: string): number => timed.spent.get(part) ?? 0
  const steps = of('capture') + of('reduce') + of('verify')
  return {
    capture: of('capture') - measure,
    measure,
    reduce: of('reduce'),
    verify: of('verify'),
    describe,
    xstate: ended - started - steps,
    total: ended - started + describe,
    hash,
  }
}

function timeOf(act: () => void): number {
  const started = performance.now()
  act()
  return performance.now() - started
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0
}

const actor = new RunActorHandle([], undefined)
for (const scenario of ['cold', 'nextSame', 'nextFresh']) {
  const splits: Split[] = []
  for (let run = 0; run < warmUps + runs; run += 1) {
    const lastCall = new CallMemo()
    if (scenario === 'cold') splits.push(await assemble(actor, history, lastCall, length))
    else {
      await assemble(actor, history, lastCall, length)
      const next = [...history, ...nextExchange(1_000_000)]
      splits.push(await assemble(actor, scenario === 'nextFresh' ? rebuilt(next) : next, lastCall, 2))
    }
  }
  const timed = splits.slice(warmUps)
  const shown = parts.map(
    (part) => `${part} ${(median(timed.map((split) => split[part])) * 1_000).toFixed(0)}`,
  )
  process.stdout.write(`${length} messages, ${scenario.padEnd(9)}: ${shown.join('  ')} µs\n`)
}
actor.close()
