import { parentPort, workerData } from 'node:worker_threads'
import { conversation, nextExchange, rebuilt } from './conversation.ts'
import type { OpenSubject, Subject } from './subjects/subject.ts'

/** One cell of the table: who, what, and how long a conversation. */
export interface Cell {
  readonly module: string
  readonly scenario: 'cold' | 'nextSame' | 'nextFresh'
  readonly messages: number
}

/** What a worker answers. */
export interface Measured {
  readonly subject: string
  readonly timesMs: readonly number[]
  readonly heapMiB: number
}

const mostRuns = 15
// A process that serves requests is warm: every subject may run for a second, uncounted, before it is timed.
const warmUpMs = 1_000
const longestMs = 12_000

async function measure({ module, scenario, messages }: Cell): Promise<Measured> {
  const { subject } = (await import(module)) as { subject: Subject } // every subject's module exports one
  const history = conversation(messages)
  const limitBytes = Math.floor(Buffer.byteLength(JSON.stringify(history)) / 4)
  const first = subject.prepare(history)
  const next = [...history, ...nextExchange(1_000_000)]
  const second = subject.prepare(scenario === 'nextFresh' ? rebuilt(next) : next)
  const timesMs: number[] = []
  let heapMiB = 0
  const started = performance.now()
  for (let run = 0; timesMs.length < mostRuns && performance.now() - started < longestMs; run += 1) {
    const opened = await subject.open(limitBytes)
    const time = scenario === 'cold' ? await timeOf(opened, first) : await timeOfNext(opened, first, second)
    if (run > 0 && performance.now() - started > warmUpMs) timesMs.push(time)
    if (run === 1) heapMiB = retained()
    await opened.close?.()
  }
  return { subject: subject.name, timesMs, heapMiB }
}

async function timeOfNext(opened: OpenSubject, first: unknown, second: unknown): Promise<number> {
  await opened.call(first)
  return timeOf(opened, second)
}

async function timeOf(opened: OpenSubject, prepared: unknown): Promise<number> {
  const before = performance.now()
  await opened.call(prepared)
  return performance.now() - before
}

function retained(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed / 2 ** 20
}

measure(workerData as Cell).then(
  (measured) => parentPort?.postMessage(measured),
  (error: unknown) =>
    parentPort?.postMessage({ failed: error instanceof Error ? error.message : String(error) }),
)
