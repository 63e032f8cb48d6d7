import { performance } from 'node:perf_hooks'
import { createPlimsoll, type Run, requestCapabilities } from 'plimsoll'
import type { OpenAIChatMessage } from 'plimsoll/dialects/openai-chat'
import { dropOldest } from 'plimsoll/reducers'

/**
 * Memory and time of very many assemblies in one run. By hand: `node --expose-gc --import tsx bench/memory.ts [count]`.
 * Prints a line for each case and each mark: heap after a forced collection, and microseconds per assembly so far, of the
 * processor and of the clock.
 */
const count = Number(process.argv[2] ?? 100_000)
const marks = [count / 10, count]

const conversation: readonly OpenAIChatMessage[] = Array.from({ length: 20 }, (_, index) => ({
  role: index % 2 === 0 ? 'user' : 'assistant',
  content: `${index} `.repeat(40),
}))
const size = conversation.reduce((sum, { content }) => sum + String(content).length, 0)

function open(hardLimitBytes: number): Run<OpenAIChatMessage> {
  return createPlimsoll<OpenAIChatMessage>({
    capabilities: requestCapabilities(['compaction']),
    hybridProfile: { hardLimitBytes, upstreamReducer: dropOldest(), maximumCompactionAttempts: 1 },
  }).openRun()
}

function heapMebibytes(): number {
  if (!globalThis.gc)
    throw new Error('Start node with --expose-gc: heap is measured after a forced collection.')
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed / 2 ** 20
}

async function measure(name: string, run: Run<OpenAIChatMessage>, signal?: AbortSignal): Promise<void> {
  const options = signal ? { signal } : {}
  for (let warm = 0; warm < 500; warm += 1) await (await run.assemble(conversation, options)).commit()
  const before = heapMebibytes()
  const spent = { processor: 0, clock: 0 }
  let done = 0
  for (const mark of marks) {
    const started = { processor: process.cpuUsage(), clock: performance.now() }
    for (; done < mark; done += 1) await (await run.assemble(conversation, options)).commit()
    const { user, system } = process.cpuUsage(started.processor)
    spent.processor += user + system
    spent.clock += (performance.now() - started.clock) * 1_000
    const grown = heapMebibytes() - before
    console.log(
      `${name.padEnd(32)} ${String(done).padStart(7)} assemblies  heap ${before.toFixed(2)} MiB ` +
        `${grown < 0 ? '-' : '+'}${Math.abs(grown).toFixed(2)}  ` +
        `${(spent.processor / done).toFixed(0)} µs each (${(spent.clock / done).toFixed(0)} on the clock)`,
    )
  }
  await run.close()
}

await measure('within the limit', open(2 * size))
await measure('within the limit, one signal', open(2 * size), new AbortController().signal)
await measure('one attempt', open(Math.floor(size / 2)))
await measure('one attempt, one signal', open(Math.floor(size / 2)), new AbortController().signal)
