import { expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { HybridProfile, Reducer } from '../../src/index.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import { compose } from '../support/compose.ts'
import { bytes, exchange, system, user } from '../support/messages.ts'

type Message = OpenAIChatMessage

const reference = (index: number): string => `artifact://sha256/${index.toString(16).padStart(64, '0')}`

/** Instructions, then rounds of a question and an exchange, every fourth of which refers to an artifact. */
function conversation(messageCount: number): Message[] {
  const rounds = Array.from({ length: Math.floor(messageCount / 3) }, (_, round) => [
    user(`${round}:${bytes(50)}`),
    ...exchange(`call-${round}`, round % 4 === 0 ? reference(round) : bytes(120)),
  ])
  return [system(), ...rounds.flat(), user('Go on.')]
}

const rejected: Reducer<Message> = () => ({ drop: [0] })
const kept: Reducer<Message> = ({ messages }) => [...messages.slice(0, 1), ...messages.slice(-1)]

/** The least of this process' time, in microseconds, of five assemblies, each in a run of its own. */
async function fastest(
  profile: Partial<HybridProfile<Message>>,
  messages: readonly Message[],
): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const run = compose({ hardLimitBytes: messages.length * 25, ...profile }).openRun()
    const start = process.cpuUsage()
    await (await run.assemble(messages)).release()
    const { user: own, system: asked } = process.cpuUsage(start)
    times.push(own + asked)
    await run.close()
  }
  return Math.min(...times)
}

test.each<[string, Partial<HybridProfile<Message>>]>([
  ['a plan', { upstreamReducer: dropOldest() }],
  ['a list of messages', { upstreamReducer: kept }],
  ['rejections and the fallback', { upstreamReducer: rejected, maximumCompactionAttempts: 3 }],
  ['elision', { upstreamReducer: dropOldest(), elideOlderResults: true }],
])(
  'ten times the messages take nowhere near a hundred times as long: %s',
  { timeout: 60_000 },
  async (_, profile) => {
    const [few, many] = [conversation(2_000), conversation(20_000)]
    await fastest(profile, few)
    const ratio = (await fastest(profile, many)) / (await fastest(profile, few))
    // Work that grows with the list gives from 10 to 40, for lack of room in the caches; with its square 100 and more.
    expect(ratio).toBeLessThan(60)
  },
)
