import type { OpenAIChatMessage } from '../src/dialects/openai-chat/index.ts'
import { openaiChat } from '../src/dialects/openai-chat/index.ts'
import { createPlimsoll, recommended, reductionMemory } from '../src/index.ts'
import { conversation } from './conversation.ts'

/**
 * What a run holds on to: heap after a forced collection, behind 1,000 calls over a history that grows to 5 MB and stays
 * the host's, first as long as the run is open, then when it is closed. By hand:
 * `node --expose-gc --import tsx bench/retained.ts`. The reduction memory is the conversation's, and outlives the run.
 */
const calls = 1_000
const historyBytes = 5_000_000
const hardLimitBytes = 96 * 1024

function heapMebibytes(): number {
  if (!globalThis.gc)
    throw new Error('Start node with --expose-gc: heap is measured after a forced collection.')
  globalThis.gc()
  globalThis.gc()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** Messages of the generated conversation, up to a size. */
function grown(): OpenAIChatMessage[] {
  const messages = conversation(historyBytes / 700)
  let size = 0
  const end = messages.findIndex((message) => {
    size += Buffer.byteLength(JSON.stringify(message))
    return size > historyBytes
  })
  return messages.slice(0, end)
}

function open(remembers: boolean) {
  const memory = remembers ? reductionMemory() : undefined
  const plimsoll = createPlimsoll(recommended<OpenAIChatMessage>({ hardLimitBytes }))
  return { memory, run: plimsoll.openRun({ dialect: openaiChat(), ...(memory ? { memory } : {}) }) }
}

async function measure(history: readonly OpenAIChatMessage[], remembers: boolean): Promise<void> {
  // What is loaded and compiled once is no run's.
  const warm = open(remembers)
  for (let call = 1; call <= 50; call += 1)
    await (await warm.run.assemble(history.slice(0, call * 5))).commit()
  await warm.run.close()
  const before = heapMebibytes()
  const { memory, run } = open(remembers)
  for (let call = 1; call <= calls; call += 1) {
    const length = Math.ceil((history.length * call) / calls)
    await (await run.assemble(history.slice(0, length))).commit()
  }
  const whileOpen = heapMebibytes() - before
  await run.close()
  const closed = heapMebibytes() - before
  const held = memory
    ? `memory of ${memory.size.ranges} ranges over ${memory.size.entries} messages`
    : 'no memory'
  process.stdout.write(
    `${calls} calls, ${history.length} messages, ${held}: ` +
      `${whileOpen.toFixed(2)} MiB while the run is open, ${closed.toFixed(2)} MiB when it is closed\n`,
  )
}

const history = grown()
await measure(history, false)
await measure(history, true)
