import { performance } from 'node:perf_hooks'
import { createPlimsoll, type Reducer, type Run, recommended, reductionMemory } from 'plimsoll'
import type { OpenAIChatMessage } from 'plimsoll/dialects/openai-chat'
import { dropOldest } from 'plimsoll/reducers'
import { corpusNames, readConversation } from '../test/corpus/corpus-files.ts'
import { providerCalls } from '../test/support/bound-conversation.ts'
import { conversation, nextExchange, rebuilt } from './conversation.ts'

/**
 * What a memory of reductions is worth: how often the reducer is asked, and how much of a request is the beginning of the
 * one before it, which is what a provider's prompt cache can use. By hand: `npx tsx bench/memory-effect.ts`.
 */
const hardLimitBytes = 96 * 1024
const triggerMarginBytes = 16 * 1024

const settings = [
  { name: 'no memory', remembers: false, compactionTarget: 1 },
  { name: 'no memory, target 0.7', remembers: false, compactionTarget: 0.7 },
  { name: 'memory', remembers: true, compactionTarget: 1 },
  { name: 'memory, target 0.7', remembers: true, compactionTarget: 0.7 },
] as const

type Setting = (typeof settings)[number]
type Lists = readonly (readonly OpenAIChatMessage[])[]

interface Effect {
  readonly calls: number
  readonly asked: number
  readonly prefixShare: number
  readonly breaks: number
  readonly milliseconds: number
}

async function main(): Promise<void> {
  const recorded = ['pi-before-compaction', 'pi-large-session'].filter((name) => corpusNames().includes(name))
  for (const name of recorded) await compare(name, providerCalls(readConversation(name).messages))
  await compare('generated agent, 300 rounds', providerCalls(agent(300)))
  await compare('generated agent, failing reducer', providerCalls(agent(300)), () => {
    throw new Error('down')
  })
  await printCosts()
}

async function compare(
  name: string,
  lists: Lists,
  reducer: Reducer<OpenAIChatMessage> = dropOldest(),
): Promise<void> {
  console.log(`\n${name}: ${lists.length} calls, limit ${hardLimitBytes}, margin ${triggerMarginBytes}`)
  for (const setting of settings) {
    const effect = await run(lists, setting, reducer)
    const asked = ((100 * effect.asked) / effect.calls).toFixed(1)
    console.log(
      `  ${setting.name.padEnd(24)} reducer asked ${String(effect.asked).padStart(4)} times, ${asked.padStart(5)} per 100 calls` +
        `   common prefix ${(100 * effect.prefixShare).toFixed(1).padStart(5)} %   cut moved ${String(effect.breaks).padStart(3)} times` +
        `   ${(effect.milliseconds / effect.calls).toFixed(2)} ms a call`,
    )
  }
}

async function run(lists: Lists, setting: Setting, reducer: Reducer<OpenAIChatMessage>): Promise<Effect> {
  let asked = 0
  const plimsoll = createPlimsoll(
    recommended<OpenAIChatMessage>({
      hardLimitBytes,
      triggerMarginBytes,
      compactionTarget: setting.compactionTarget,
      upstreamReducer: (request) => {
        asked += 1
        return reducer(request)
      },
    }),
  )
  const session = plimsoll.openRun<OpenAIChatMessage>(setting.remembers ? { memory: reductionMemory() } : {})
  const sent: (readonly OpenAIChatMessage[])[] = []
  const start = performance.now()
  for (const list of lists) {
    await session.dispatch(list, (bounded) => void sent.push(bounded)).catch(() => undefined)
  }
  const milliseconds = performance.now() - start
  await session.close()
  return { calls: lists.length, asked, milliseconds, ...comparePrefixes(sent) }
}

function comparePrefixes(sent: Lists): { readonly prefixShare: number; readonly breaks: number } {
  let shared = 0
  let all = 0
  let breaks = 0
  let before: readonly string[] = []
  for (const list of sent) {
    const texts = list.map((message) => JSON.stringify(message))
    const same = texts.findIndex((text, at) => text !== before[at])
    const prefix = texts.slice(0, same === -1 ? texts.length : same)
    if (before.length > prefix.length) breaks += 1
    if (before.length > 0) {
      shared += sizeOf(prefix)
      all += sizeOf(texts)
    }
    before = texts
  }
  return { prefixShare: all === 0 ? 1 : shared / all, breaks }
}

function sizeOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

/** A user's request, and rounds of a tool call and its result, with results of very different sizes. */
function agent(rounds: number): OpenAIChatMessage[] {
  const messages: OpenAIChatMessage[] = [
    { role: 'system', content: 'You are a careful agent. '.repeat(40) },
    { role: 'user', content: 'Find out why the build fails, and mend it. '.repeat(10) },
  ]
  for (let round = 0; round < rounds; round += 1) {
    const id = `call_${round}`
    const size = 200 + ((round * 7_919) % 5_800)
    messages.push(
      {
        role: 'assistant',
        content: `Step ${round}.`,
        tool_calls: [
          { id, type: 'function', function: { name: 'read', arguments: JSON.stringify({ part: round }) } },
        ],
      },
      {
        role: 'tool',
        tool_call_id: id,
        content: `line ${round} `.repeat(Math.ceil(size / 8)).slice(0, size),
      },
    )
  }
  return messages
}

/** Time of one more call on a long conversation of which all but the newest part is left out. */
async function printCosts(): Promise<void> {
  console.log('\nthe next call of a long conversation, in milliseconds (median of 15)')
  for (const length of [2_000, 20_000]) {
    for (const fresh of [false, true]) {
      const costs: string[] = []
      for (const remembers of [false, true]) costs.push((await nextCall(length, fresh, remembers)).toFixed(2))
      const list = `${String(length).padStart(6)} messages, ${fresh ? 'fresh objects' : 'the same objects'}`
      const [without, withMemory] = costs.map((cost) => cost.padStart(8))
      console.log(`  ${list.padEnd(40)}without memory ${without}   with memory ${withMemory}`)
    }
  }
}

async function nextCall(length: number, fresh: boolean, remembers: boolean): Promise<number> {
  const plimsoll = createPlimsoll(recommended<OpenAIChatMessage>({ hardLimitBytes, triggerMarginBytes }))
  const memory = reductionMemory()
  const session: Run<OpenAIChatMessage> = plimsoll.openRun(remembers ? { memory } : {})
  let messages = conversation(length)
  const times: number[] = []
  for (let call = 0; call < 16; call += 1) {
    const list = fresh ? rebuilt(messages) : messages
    const start = performance.now()
    await session.dispatch(list, () => undefined)
    if (call > 0) times.push(performance.now() - start)
    messages = [...messages, ...nextExchange(length + call)]
  }
  await session.close()
  return times.sort((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0
}

await main()
