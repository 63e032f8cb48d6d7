import { inspect } from 'node:util'
import type { MessageReading } from '../../src/context/reading.ts'
import { demandsOf, type SequenceDemand } from '../../src/context/sequence-rules.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'
import {
  type BoundedCall,
  createPlimsoll,
  type Plimsoll,
  PlimsollError,
  type PlimsollEvent,
  recommended,
  requestCapabilities,
  utf8Bytes,
} from '../../src/index.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import { findCanaries } from '../privacy/find-canaries.ts'
import { ownTexts } from '../support/dispatch-match.ts'
import { addedDefects } from './added-defects.ts'
import { watchValue } from './watch-value.ts'

/** Under what a list is bounded. */
export interface Setting {
  readonly dialect: Dialect<unknown>
  readonly preset: 'recommended' | 'plain'
  /** The limit as a share of the list's size, where that can be told. */
  readonly share: number
  readonly retention: number
  readonly attempts: number
  readonly overhead: number
  /** Whether the list is bounded twice in one run, or once in each of two. */
  readonly runs: 1 | 2
}

type Answer = { readonly call: BoundedCall<unknown> } | { readonly error: unknown }

/** How a list was answered, and everything that is wrong with it. */
export interface BoundedList {
  readonly outcome: string
  readonly faults: readonly string[]
}

/** Bounds a list twice, in one run or in two, and holds what came of it to the promises. */
export async function boundAnyList(list: readonly unknown[], setting: Setting): Promise<BoundedList> {
  const isUnchanged = watchValue(list)
  const readings = readAll(list, setting.dialect)
  const size = readings ? sizeOf(readings) + setting.overhead : 2_000
  const hardLimit = Math.max(1, setting.overhead + 1, Math.floor(size * setting.share))
  const plimsoll = composeFor(setting, hardLimit)
  const told: unknown[] = []
  const answers = [...(await answersOf(plimsoll, list, setting, told, setting.runs === 1 ? 2 : 1))]
  if (setting.runs === 2) answers.push(...(await answersOf(plimsoll, list, setting, told, 1)))
  const [first] = answers
  if (!first) throw new Error('the list was bounded')
  const faults = [
    ...('call' in first
      ? sentFaults(list, first.call, readings, hardLimit, setting)
      : errorFaults(first.error)),
    ...findCanaries(told).map((path) => `content in what was told: ${path.slice(0, 80)}`),
  ]
  if (!isUnchanged()) faults.push('the history was changed')
  const pictures = answers.map((answer) => pictureOf(list, answer))
  if (new Set(pictures).size > 1) faults.push(`the same list has several answers: ${pictures.join(' / ')}`)
  return {
    outcome: 'call' in first ? (first.call.diagnostics?.outcome ?? 'none') : codeOf(first.error),
    faults,
  }
}

function composeFor({ preset, retention, attempts }: Setting, hardLimitBytes: number): Plimsoll<unknown> {
  if (preset === 'recommended') return createPlimsoll(recommended({ hardLimitBytes }))
  return createPlimsoll({
    capabilities: requestCapabilities(['compaction']),
    hybridProfile: {
      hardLimitBytes,
      triggerMarginBytes: Math.floor(hardLimitBytes / 10),
      recentMessageRetentionCount: retention,
      maximumCompactionAttempts: attempts,
      upstreamReducer: dropOldest(),
    },
  })
}

async function answersOf(
  plimsoll: Plimsoll<unknown>,
  list: readonly unknown[],
  { dialect, overhead }: Setting,
  told: unknown[],
  times: number,
): Promise<readonly Answer[]> {
  const report = (event: PlimsollEvent): void => void told.push(event)
  const run = plimsoll.openRun({ dialect, report, onRefusal: (error) => void told.push(error) })
  const answers: Answer[] = []
  for (let time = 0; time < times; time += 1) {
    try {
      const call = await run.assemble(list, { overhead })
      await call.commit()
      answers.push({ call })
    } catch (error) {
      if (PlimsollError.isInstance(error)) told.push(error, error.stack)
      answers.push({ error })
    }
  }
  await run.close()
  return answers
}

function errorFaults(error: unknown): string[] {
  if (!PlimsollError.isInstance(error))
    return [`an error that is not ours: ${Object.prototype.toString.call(error)}`]
  const reason: unknown = Reflect.get(error, 'reason')
  const isFault =
    error.code === 'internal' || reason === 'finalVerificationFailed' || reason === 'concurrentMutation'
  return isFault || !['assemblyTerminated', 'snapshot'].includes(error.code)
    ? [`refused with ${codeOf(error)}`]
    : []
}

function codeOf(error: unknown): string {
  if (!PlimsollError.isInstance(error)) return 'foreign error'
  const [reason, problem]: unknown[] = [Reflect.get(error, 'reason'), Reflect.get(error, 'problem')]
  return `${error.code} ${reason ?? problem ?? ''}`
}

function sentFaults(
  list: readonly unknown[],
  { messages, diagnostics }: BoundedCall<unknown>,
  readings: readonly MessageReading[] | undefined,
  hardLimit: number,
  { dialect, preset, overhead }: Setting,
): string[] {
  const sent = readAll(messages, dialect)
  if (!sent || !readings || !diagnostics) return ['a list is sent that can not be read']
  const faults: string[] = []
  const size = sizeOf(sent) + overhead
  if (size > hardLimit) faults.push(`${size} is sent, above ${hardLimit}`)
  if (size !== diagnostics.finalSize) faults.push(`${size} is sent, ${diagnostics.finalSize} is reported`)
  const isSame = messages.length === list.length && messages.every((message, at) => message === list[at])
  if (diagnostics.outcome === 'withinLimit' && diagnostics.repairedEntryCount === 0 && !isSame)
    faults.push('a list within the limit is not sent as it is')
  const places = placesOf(list, messages)
  if (preset === 'plain' && places.some((place, at) => place < 0 && !isOurs(sent[at])))
    faults.push('a message is sent that is not the host’s')
  if (preset === 'plain' && !isRising(places.filter((place) => place >= 0)))
    faults.push('messages are sent out of order')
  const demands: readonly SequenceDemand[] = [...demandsOf(dialect.rules)]
  return [
    ...faults,
    ...addedDefects({ readings, sent, places, demands, isMended: diagnostics.repairedEntryCount > 0 }).map(
      (defect) => `added: ${defect}`,
    ),
  ]
}

// What the library says in its own words.
function isOurs(reading: MessageReading | undefined): boolean {
  const { plainText = '' } = reading ?? {}
  return plainText === ownTexts.omission || plainText.startsWith(`${ownTexts.ledger}\n`)
}

function isRising(places: readonly number[]): boolean {
  return places.every((place, at) => at === 0 || place > (places[at - 1] ?? -1))
}

// The place in the host's list of each message that is its own object; a host may hold one object in two places.
function placesOf(list: readonly unknown[], messages: readonly unknown[]): readonly number[] {
  let last = -1
  return messages.map((message) => {
    const next = list.indexOf(message, last + 1)
    const place = next >= 0 ? next : list.indexOf(message)
    if (place >= 0) last = place
    return place
  })
}

function readAll(
  list: readonly unknown[],
  { read }: Dialect<unknown>,
): readonly MessageReading[] | undefined {
  try {
    return Array.from(list, (message) => read(message))
  } catch {
    return undefined
  }
}

function sizeOf(readings: readonly MessageReading[]): number {
  return readings.reduce((sum, reading) => sum + utf8Bytes.estimate(reading), 0)
}

// What two answers have in common when they are the same answer.
function pictureOf(list: readonly unknown[], answer: Answer): string {
  if ('error' in answer) {
    const { error } = answer
    return `${codeOf(error)} ${error instanceof Error ? error.message.slice(0, 300) : typeof error}`
  }
  const { messages, diagnostics } = answer.call
  const places = placesOf(list, messages)
  const shown = places.map((place, at) => (place >= 0 ? place : inspect(messages[at], { depth: 6 })))
  return JSON.stringify([shown, diagnostics])
}
