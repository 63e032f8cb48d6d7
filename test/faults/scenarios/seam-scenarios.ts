import type { Plimsoll } from '../../../src/index.ts'
import type { Bounds } from '../../../src/run/call-through.ts'
import { bodyOf, referenceOf } from '../../leases/body-run.ts'
import { bytes, exchange, system, user } from '../../support/messages.ts'
import type { FaultyHost } from '../faulty-host.ts'
import type { Scenario } from '../scene.ts'
import { bodyRules, faultyLeases, hardLimitBytes, history, owner, withholds } from './lease-scenarios.ts'
import { faultySource, hardLimit, openFaultyRun } from './open-faulty-run.ts'

/** A plimsoll whose runs share leases, and read a body back. */
async function seamOf(host: FaultyHost) {
  const { library } = host
  const workspace = library.artifactWorkspace()
  await workspace.store(bodyOf('a'), owner)
  const leases = faultyLeases(host)
  const profile = { hardLimitBytes, triggerMarginBytes: 0, recentMessageRetentionCount: 1 }
  const plimsoll: Plimsoll = library.createPlimsoll(library.recommended(profile))
  const bounds: Plimsoll = {
    ...plimsoll,
    openRun: (options) => plimsoll.openRun({ ...options, workspace, leases }),
  }
  const options = {
    trustBinding: { ...owner, current: () => host.sync('trust', () => true) },
    report: host.recorder.report,
    onRefusal: () => host.sync('onRefusal', () => undefined),
  }
  const open = (signal?: AbortSignal) =>
    library.callThrough<(typeof history)[number]>(bounds as Bounds, options, async (run) => {
      await run.rehydrate(referenceOf('a'), { signal })
      return run.assemble<(typeof history)[number]>(
        faultySource(host, () => history),
        { signal },
      )
    })
  return { open, options, bounds: bounds as Bounds }
}

const seam: Scenario = {
  name: "a host's seam that opens a run for each call",
  open: async (host) => {
    const { open, options, bounds } = await seamOf(host)
    const { admitServerHeld } = host.library
    const send = host.send(() => history, { ...bodyRules, pinsFirstUser: true })
    // Settling has no signal of its own: who has enough stops waiting.
    const settle = (work: PromiseLike<void>): Promise<void> => host.library.untilAborted(work, host.signal)
    return {
      withholds,
      act: async () => {
        const { signal } = host
        const served = admitServerHeld(bounds, options, { found: 'anthropicThread', index: undefined })
        await served.catch((error: unknown) => {
          if (!host.library.PlimsollError.isInstance(error)) throw error
        })
        await settle((await open(signal)).release())
        const run = openFaultyRun(host, { hardLimitBytes })
        const alone = await host.library.callThrough<(typeof history)[number]>(
          run as never,
          options,
          (given) =>
            given.assemble<(typeof history)[number]>(
              faultySource(host, () => history),
              { signal },
            ),
        )
        await settle(alone.release())
        await settle((await open(signal))[Symbol.asyncDispose]())
        const call = await open(signal)
        await host.library.untilAborted(send(call.messages), signal)
        await settle(call.commit())
      },
      again: async () => {
        const call = await open()
        await send(call.messages)
        await call.commit()
      },
    }
  },
}

const resting: Scenario = {
  name: 'a reducer that rests after a failure',
  open: async (host) => {
    const list = [system(), user('Look.'), ...exchange('one', bytes(400)), ...exchange('two', bytes(300))]
    const { chain, dropOldest } = host.library
    let fails = true
    const run = openFaultyRun(host, {
      triggerMarginBytes: 500,
      onReducerFailure: 'fallback',
      upstreamReducer: chain(() => {
        if (fails) throw new Error('down')
        return host.port('reducer', async () => ({}))
      }, dropOldest()),
    } as never) // the margin is in the unit of the limit
    await run.dispatch(list, async () => 'answer')
    fails = false
    const held = { hardLimit, retention: 1, mayElide: true }
    const send = host.send(() => list, held)
    const { signal } = host
    return {
      run: run as never, // a run of any message
      act: async () => {
        await run.dispatch(
          faultySource(host, () => list),
          send,
          { signal },
        )
        return run.dispatch(
          faultySource(host, () => list),
          send,
          { signal },
        )
      },
      again: () => run.dispatch(list, send),
    }
  },
}

export const seamScenarios: readonly Scenario[] = [seam, resting]
