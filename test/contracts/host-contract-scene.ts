import type { Plimsoll } from 'plimsoll'
import { plimsollOf, type WatchedRun, watchRun } from '../hosts/ai-sdk/watch-run.ts'
import { deepFreeze } from '../support/deep-freeze.ts'
import type { ScriptedTurn } from '../support/rule-server/scripted-turn.ts'
import { type RuleServer, startRuleServer } from '../support/rule-server/start-rule-server.ts'
import type { HostAdapter, HostConnection, PlainMessage } from './host-contract-adapter.ts'

/** The hard limit of every scene, in bytes. */
export const limit = 4_000

/** More than the limit by itself. */
export const tooLarge = 'p'.repeat(5_000)

/** A result of which the third one exceeds the limit. */
export const thirdOfLimit = 'x'.repeat(1_300)

/** What every host is asked, frozen. */
export const conversation: readonly PlainMessage[] = deepFreeze([
  { role: 'user', content: 'What is the weather like?' },
  { role: 'assistant', content: 'Mild.' },
  { role: 'user', content: 'Look five times.' },
])

/** A host that is connected to a server of its own. */
export interface Scene {
  readonly server: RuleServer
  readonly watched: WatchedRun | undefined
  readonly host: HostConnection
}

export interface SceneOptions {
  readonly bounded?: boolean
  readonly turns: readonly ScriptedTurn[]
  readonly look?: (round: number) => string
  readonly thinks?: boolean
  readonly admission?: 'concurrent' | 'serial'
}

/** Connects a host to a server that answers these turns, with a bound unless it is said otherwise. */
export async function openScene(adapter: HostAdapter, options: SceneOptions): Promise<Scene> {
  const { bounded = true, turns, look = () => 'seen', thinks = false, admission } = options
  const server = await startRuleServer({ turns })
  const plimsoll: Plimsoll = plimsollOf({ hardLimitBytes: limit, recentMessageRetentionCount: 1 })
  const watched = bounded ? watchRun(plimsoll, admission) : undefined
  return { server, watched, host: adapter.connect({ url: server.url, bounds: watched?.run, look, thinks }) }
}

/** This many rounds of a tool call, and the answer. */
export function rounds(count: number, thinks = false): ScriptedTurn[] {
  const calls = Array.from({ length: count }, (_, round) => ({
    ...(thinks && { thought: { text: `Thought ${round}.`, signature: `signed-${round}` } }),
    calls: [{ id: `call_${round}`, name: 'look' }],
  }))
  return [...calls, { ...(thinks && { thought: { text: 'Enough.' } }), text: 'Done.' }]
}
