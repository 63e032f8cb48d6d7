import { CompositionError, findPlimsollError } from 'plimsoll'
import { afterEach, describe, expect, test } from 'vitest'
import { createGate } from '../support/rule-server/gate.ts'
import type { ScriptedTurn } from '../support/rule-server/scripted-turn.ts'
import type { RuleServer } from '../support/rule-server/start-rule-server.ts'
import {
  type HostAdapter,
  type LoopResult,
  type Mode,
  modes,
  type PlainMessage,
  standingOf,
} from './host-contract-adapter.ts'
import { type HostBehaviour, hostBehaviours } from './host-contract-behaviours.ts'
import {
  conversation,
  limit,
  openScene,
  rounds,
  type Scene,
  type SceneOptions,
  thirdOfLimit,
  tooLarge,
} from './host-contract-scene.ts'
import { contentBytes, listOf, reasoningOf, toolBytes } from './host-contract-wire.ts'

const printsSizes = process.env['PLIMSOLL_WIRE_SIZES'] !== undefined

/** What every host must hold, against a server that refuses what providers refuse. */
export function describeHost(adapter: HostAdapter): void {
  const servers: RuleServer[] = []
  afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))

  async function setUp(options: SceneOptions): Promise<Scene> {
    const scene = await openScene(adapter, options)
    servers.push(scene.server)
    return scene
  }

  /** A loop of five rounds, the third of which exceeds the limit without a bound. */
  async function loopOfFive(mode: Mode, bounded: boolean): Promise<Scene & { readonly result: LoopResult }> {
    const scene = await setUp({ bounded, turns: rounds(5), look: () => thirdOfLimit })
    return { ...scene, result: await scene.host.loop(conversation, mode) }
  }

  /** Tests of one behaviour: they hold, or they fail where the adapter declares a gap. */
  function behaviour(name: HostBehaviour, tests: (check: typeof test | typeof test.fails) => void): void {
    const standing = standingOf(adapter, name)
    if (standing === 'absent') return
    const title =
      standing === 'gap' ? `${hostBehaviours[name]} (gap: ${adapter.gaps[name]})` : hostBehaviours[name]
    describe(title, () => tests(standing === 'gap' ? test.fails : test))
  }

  describe(`${adapter.title}: the host contract`, () => {
    behaviour('everyRound', (check) => {
      for (const mode of modes) {
        check(`of a loop of five tool calls and an answer (${mode})`, async () => {
          const { server, watched, host } = await setUp({ turns: rounds(5) })
          const { text } = await host.loop(conversation, mode)
          expect(text).toBe('Done.')
          expect(server.log.map((entry) => listOf(entry).length)).toEqual([3, 5, 7, 9, 11, 13])
          expect(watched?.composed).toHaveLength(6)
          expect(watched?.settled).toEqual(Array(6).fill('commit'))
        })
      }
    })

    behaviour('hardLimit', (check) => {
      for (const mode of modes) {
        check(`in a loop that exceeds it from its third result on without a bound (${mode})`, async () => {
          const bare = await loopOfFive(mode, false)
          const bounded = await loopOfFive(mode, true)
          const [without, within] = [bare, bounded].map(({ server }) => server.log.map(contentBytes))
          expect(without?.map((size) => size > limit)).toEqual([false, false, false, true, true, true])
          expect(Math.max(...(within ?? []))).toBeLessThanOrEqual(limit)
          // What was measured is never less than what is read; a host may say more than its provider sends on.
          const measured = bounded.watched?.composed.map(({ finalSize }) => finalSize) ?? []
          expect(measured.map((size, at) => size >= (within?.[at] ?? limit))).toEqual(Array(6).fill(true))
          expect(Math.max(...measured)).toBeLessThanOrEqual(limit)
          expect(bounded.server.log.map(({ status }) => status)).toEqual(Array(6).fill(200))
          if (printsSizes) printSizes(adapter.title, mode, bare.server, bounded.server)
        })
      }
    })

    behaviour('refusal', (check) => {
      for (const mode of modes) {
        check(`of a request that can't be made to fit, first thing (${mode})`, async () => {
          const { server, watched, host } = await setUp({ turns: [] })
          const error = await rejection(host.loop([{ role: 'user', content: tooLarge }], mode))
          expect(findPlimsollError(error)).toBe(watched?.refusals[0])
          expect(watched?.refusals).toMatchObject([{ code: 'assemblyTerminated', outcome: 'irreducible' }])
          expect(server.log).toEqual([])
        })

        check(`in a later round, after the rounds before were sent (${mode})`, async () => {
          const look = (round: number): string => (round === 1 ? tooLarge : 'seen')
          const { server, watched, host } = await setUp({ turns: rounds(3), look })
          const error = await rejection(host.loop(conversation, mode))
          expect(findPlimsollError(error)).toBe(watched?.refusals[0])
          expect(watched?.refusals).toHaveLength(1)
          expect(server.log).toHaveLength(2)
        })
      }
    })

    behaviour('history', (check) => {
      for (const mode of modes) {
        check(`the same with and without a bound (${mode})`, async () => {
          const before = structuredClone(conversation)
          const bare = await loopOfFive(mode, false)
          const bounded = await loopOfFive(mode, true)
          expect(bounded.result.history).toEqual(bare.result.history)
          expect(bounded.result.history.length).toBeGreaterThan(12)
          expect(JSON.stringify(bounded.result.history).split(thirdOfLimit)).toHaveLength(6)
          expect(conversation).toEqual(before)
        })
      }
    })

    behaviour('streaming', (check) => {
      check('the same messages go out', async () => {
        const [generated, streamed] = [await loopOfFive('generate', true), await loopOfFive('stream', true)]
        const kept = ({ watched }: Scene) => watched?.composed.map(({ keptIndexes }) => keptIndexes)
        expect(kept(streamed)).toEqual(kept(generated))
        const sizes = ({ server }: Scene) => server.log.map(contentBytes)
        expect(sizes(streamed)).toEqual(sizes(generated))
        expect(streamed.result.text).toBe(generated.result.text)
      })
    })

    behaviour('abort', (check) => {
      for (const mode of modes) {
        check(`so that the next call of a serial run gets through (${mode})`, async () => {
          const gate = createGate()
          const turns: ScriptedTurn[] = [{ text: 'one two three', gate }, { text: 'Next.' }]
          const { watched, host } = await setUp({ turns, admission: 'serial' })
          const controller = new AbortController()
          const aborted = rejection(host.loop(conversation, mode, controller.signal))
          await gate.reached
          controller.abort()
          await aborted
          expect((await host.loop(conversation, mode)).text).toBe('Next.')
          expect(watched?.settled[0]).not.toBe('commit')
          expect(watched?.settled[1]).toBe('commit')
        })
      }
    })

    behaviour('earlyBreak', (check) => {
      check('so that the next call of a serial run gets through', async () => {
        const turns: ScriptedTurn[] = [{ text: 'one two three', gate: createGate() }, { text: 'Next.' }]
        const { watched, host } = await setUp({ turns, admission: 'serial' })
        await host.breakOff(conversation)
        // Not by asking: where it is not released, the next call waits for ever.
        await expect.poll(() => watched?.settled[0], { timeout: 500 }).toBe('release')
        expect((await host.loop(conversation, 'stream')).text).toBe('Next.')
        expect(watched?.settled).toEqual(['release', 'commit'])
      })
    })

    behaviour('alreadyWrapped', (check) => {
      check('with a composition error', async () => {
        const { server, host } = await setUp({ turns: [] })
        const error = await rejection((async () => host.boundAgain())())
        expect(CompositionError.isInstance(error) && error.problem).toBe('alreadyWrapped')
        expect(server.log).toEqual([])
      })
    })

    behaviour('overhead', (check) => {
      for (const mode of modes) {
        check(`tool definitions as request overhead (${mode})`, async () => {
          const { server, watched, host } = await setUp({ turns: [] })
          await host.loop(conversation, mode)
          const size = server.log.map(toolBytes)[0]
          expect(size).toBeGreaterThan(100)
          const overhead = { category: 'requestOverhead', size, entryCount: 0 }
          expect(watched?.composed[0]?.categories).toContainEqual(overhead)
        })
      }
    })

    behaviour('reasoning', (check) => {
      check('with the exchanges that are kept, as they came', async () => {
        const turns = rounds(5, true)
        const look = (): string => thirdOfLimit
        const bare = await setUp({ bounded: false, turns, look, thinks: true })
        const bounded = await setUp({ turns, look, thinks: true })
        for (const { host } of [bare, bounded]) await host.loop(conversation, 'generate')
        expect(bounded.server.log.map(({ status }) => status)).toEqual(Array(6).fill(200))
        const [all, kept] = [bare, bounded].map(({ server }) => server.log.flatMap(reasoningOf))
        expect(kept?.length).toBeGreaterThan(0)
        expect(kept?.length).toBeLessThan(all?.length ?? 0)
        for (const thought of kept ?? []) expect(all).toContainEqual(thought)
      })
    })

    behaviour('serverHeld', (check) => {
      check('and says what was found', async () => {
        const { server, watched, host } = await setUp({ turns: [] })
        const found = adapter.serverHeldFound ?? 'previousResponse'
        const error = await rejection(host.goOnFrom('resp_before'))
        expect(findPlimsollError(error)).toBe(watched?.refusals[0])
        expect(watched?.refusals).toMatchObject([{ code: 'serverHeldContext', found }])
        expect(server.log).toEqual([])
      })
    })

    behaviour('retries', (check) => {
      for (const mode of modes) {
        check(`from the list that the host holds (${mode})`, async () => {
          const [call] = rounds(1)
          const turns = [call, { failure: 'rateLimit' }, { failure: 'overloaded' }, { text: 'Done.' }]
          const [question, , task] = conversation
          const long = [question, { role: 'assistant', content: 'y'.repeat(2_500) }, task]
          const { server, watched, host } = await setUp({
            turns: turns as ScriptedTurn[], // none is missing
            look: () => thirdOfLimit,
            admission: 'serial',
          })
          expect((await host.loop(long as PlainMessage[], mode)).text).toBe('Done.')
          expect(server.log.map(({ status }) => status)).toEqual([
            200,
            429,
            expect.toBeOneOf([503, 529]),
            200,
          ])
          const [, first, ...again] = server.log.map(listOf)
          expect(again).toEqual([first, first])
          expect(watched?.settled).toEqual(['commit', 'release', 'release', 'commit'])
          expect(watched?.composed.map(({ outcome }) => outcome)).toEqual([
            'withinLimit',
            ...Array(3).fill('reduced'),
          ])
        })
      }
    })
  })
}

function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => expect.fail('it resolves'),
    (error: unknown) => error,
  )
}

function printSizes(title: string, mode: Mode, bare: RuleServer, bounded: RuleServer): void {
  const bytes = ({ log }: RuleServer): string => log.map((entry) => entry.bytes).join(' ')
  process.stdout.write(`${title}, ${mode}: wire bytes without ${bytes(bare)}, with ${bytes(bounded)}\n`)
}
