import { inspect } from 'node:util'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  type AssemblyDiagnostics,
  AssemblyTerminatedError,
  liveHistory,
  type Plimsoll,
  PlimsollError,
  type PlimsollEvent,
  ProfileError,
  type Run,
  reductionMemory,
} from '../../src/index.ts'
import { LastDiagnostics } from '../support/bound-conversation.ts'
import { CaseArtifacts } from './case-artifacts.ts'
import { toChatMessage } from './case-messages.ts'
import { CaseReducer } from './case-reducer.ts'
import { type CaseMode, composeCase, dialectOf, holdsCut } from './case-setting.ts'
import type { FaultCase } from './fault-case.ts'

type Message = OpenAIChatMessage

/** How one model call of a case went. */
export interface CaseAnswer {
  readonly outcome: string
  /** The host's list when the call ended, appended messages included. */
  readonly list: readonly Message[]
  /** What was sent; undefined when nothing was. */
  readonly sent: readonly Message[] | undefined
  readonly error: unknown
  readonly diagnostics: AssemblyDiagnostics | undefined
  readonly elapsedMs: number
}

/** Everything that happened in one run of a case. */
export interface CaseRecord {
  readonly fault: FaultCase
  readonly mode: CaseMode
  /** The case's messages as the host holds them, place by place. */
  readonly host: readonly Message[]
  readonly appended: readonly Message[]
  readonly answers: readonly CaseAnswer[]
  /** A further call with the same list, after the reducer was mended. */
  readonly next: CaseAnswer | undefined
  readonly reducer: CaseReducer
  readonly artifacts: CaseArtifacts
  /** Events, own errors and inspection frames, written out in full. */
  readonly traces: readonly string[]
}

const abortReason = new Error('the case aborts')

/** Runs a case: every call that it names on one run, each list frozen, with a look at all that comes out. */
export async function runCase(fault: FaultCase, mode: CaseMode): Promise<CaseRecord> {
  const host = Object.freeze(fault.messages.map(toChatMessage))
  const appended = (fault.events ?? []).flatMap(({ messages }) => messages ?? []).map(toChatMessage)
  const stop = new AbortController()
  const live = liveHistory(host)
  const reducer = new CaseReducer(fault, (count) => {
    for (const event of fault.events ?? []) {
      if (event.at !== `reduce:${count}`) continue
      if (event.do === 'append') live.append(...appended)
      else stop.abort(abortReason)
    }
  })
  const artifacts = new CaseArtifacts(fault)
  const traces: string[] = []
  const record = (answers: CaseAnswer[], next?: CaseAnswer): CaseRecord => {
    return { fault, mode, host, appended, answers, next, reducer, artifacts, traces }
  }
  let plimsoll: Plimsoll<Message>
  try {
    plimsoll = composeCase(fault, host, reducer, mode)
  } catch (error) {
    return record([answer(host, performance.now(), { error })])
  }
  const last = new LastDiagnostics()
  const run = plimsoll.openRun({
    dialect: dialectOf(fault.settings),
    ...artifacts.options(mode),
    ...(holdsCut(fault) ? { memory: reductionMemory() } : {}),
    report: (event: PlimsollEvent) => {
      last.report(event)
      artifacts.report(event)
      traces.push(write(event), JSON.stringify(event))
    },
    onRefusal: (error) => traces.push(write(error), error.stack ?? '', String(error.cause)),
    ...(fault.expect['eventsMustNotContain']
      ? { inspect: (frame) => void traces.push(writeFrame(frame)) }
      : {}),
  })
  const answers: CaseAnswer[] = []
  const kept = await artifacts.atTheTools(run, host)
  const asKept = (list: readonly Message[]): readonly Message[] =>
    kept.size === 0 ? list : Object.freeze(list.map((message) => kept.get(message) ?? message))
  for (const list of listsOf(fault, host).map(asKept)) {
    const history = fault.events?.some((event) => event.do === 'append') ? live : list
    answers.push(await ask(run, history, last, stop.signal))
  }
  reducer.isMended = true
  const next = fault.expect['nextCallWorks'] ? await ask(run, host, last) : undefined
  reducer.answerLate()
  await run.close()
  return record(answers, next)
}

async function ask(
  run: Run<Message>,
  history: readonly Message[] | ReturnType<typeof liveHistory<Message>>,
  last: LastDiagnostics,
  signal?: AbortSignal,
): Promise<CaseAnswer> {
  const start = performance.now()
  const newest = (): readonly Message[] => ('capture' in history ? history.messages : history)
  let sent: readonly Message[] | undefined
  const keep = (messages: readonly Message[]): void => {
    sent = messages
  }
  last.value = undefined
  try {
    await run.dispatch(history, keep, { signal })
    return answer(newest(), start, { sent, diagnostics: last.value })
  } catch (error) {
    return answer(newest(), start, { error, sent, diagnostics: last.value })
  }
}

function answer(
  list: readonly Message[],
  start: number,
  came: Partial<Pick<CaseAnswer, 'error' | 'sent' | 'diagnostics'>>,
): CaseAnswer {
  const { error, sent, diagnostics } = came
  const elapsedMs = performance.now() - start
  const outcome = error === undefined ? (diagnostics?.outcome ?? 'untold') : outcomeOf(error)
  return { outcome, list, sent, error, diagnostics, elapsedMs }
}

function outcomeOf(error: unknown): string {
  if (error === abortReason) return 'aborted'
  if (ProfileError.isInstance(error)) return 'invalidSettings'
  if (!AssemblyTerminatedError.isInstance(error))
    return PlimsollError.isInstance(error) ? error.code : String(error)
  return error.reason === 'invalidSequence' ? 'invalidInput' : error.outcome
}

// What a filter of the host takes out never reaches the seam: the seam is the innermost step.
function listsOf({ calls, settings }: FaultCase, host: readonly Message[]): (readonly Message[])[] {
  const filtered = host.filter((_, index) => !settings.laterFilterDrops?.includes(index))
  if (!calls) return [settings.laterFilterDrops ? Object.freeze(filtered) : host]
  return calls.map(({ upTo }) => Object.freeze(filtered.slice(0, upTo)))
}

function write(value: unknown): string {
  return inspect(value, { depth: 6, maxArrayLength: null, maxStringLength: null })
}

// What an inspector would put on a wire, each object once, since actors refer to each other in circles.
function writeFrame(frame: object): string {
  const seen = new Set<unknown>()
  const onWire = JSON.stringify(frame, (_, value: unknown) => {
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return undefined
    seen.add(value)
    return value instanceof Map || value instanceof Set ? [...value] : value
  })
  return onWire + inspect(frame, { depth: 4 })
}
