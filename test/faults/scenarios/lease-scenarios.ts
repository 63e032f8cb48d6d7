import { untilAborted } from '../../../src/artifacts/until-aborted.ts'
import type { SharedLeases } from '../../../src/leases/lease-coordinator.ts'
import { bodyOf, historyOf, referenceOf } from '../../leases/body-run.ts'
import type { FaultyHost } from '../faulty-host.ts'
import type { SentRules } from '../find-sent-faults.ts'
import type { Scenario } from '../scene.ts'
import { all } from './all-settled.ts'
import { faultySource, openFaultyRun } from './open-faulty-run.ts'

export const hardLimitBytes = 2_000
export const bodyRules: SentRules = {
  hardLimit: hardLimitBytes,
  retention: 1,
  mayElide: true,
  bodies: ['body a', 'body b'],
}
export const history = historyOf('ab')
export const owner = { owner: 'ada', sessionId: 'session', workspaceId: 'place' }

/** Whatever fails there, a body may be withheld: it is rather withheld than sent twice. */
export const withholds = /^leases|^client/

/** Leases that are asked a little later, through ports. */
export function faultyLeases(host: FaultyHost, calls = 1): SharedLeases {
  const { leases } = host.library.ownLeases([], calls)
  const later: SharedLeases = {
    reserve: async (owner, keys) => leases.reserve(owner, keys),
    send: async (...all) => leases.send(...all),
    commit: async (...all) => leases.commit(...all),
    release: async (...all) => leases.release(...all),
    anyFree: async (keys) => leases.anyFree(keys),
    deliveredOf: async (keys) => leases.deliveredOf(keys),
    state: async () => leases.state(),
    restore: async () => {},
  }
  return host.wrap('leases', later, 'port')
}

async function openBodies(host: FaultyHost, leases?: SharedLeases, options: object = {}) {
  const workspace = host.library.artifactWorkspace()
  for (const letter of 'ab') await workspace.store(bodyOf(letter), owner)
  const run = openFaultyRun(
    host,
    { hardLimitBytes },
    { workspace, ...(leases ? { leases } : {}), ...options },
  )
  const ask = async (signal?: AbortSignal): Promise<void> => {
    for (const letter of 'ab') await run.rehydrate(referenceOf(letter), { signal })
  }
  return { run, ask, workspace }
}

const bodies = [bodyOf('a'), bodyOf('b')]

const shared: Scenario = {
  name: 'bodies that ride along under shared leases',
  open: async (host) => {
    const { run, ask } = await openBodies(host, faultyLeases(host))
    const { signal } = host
    return {
      ...{ run: run as never, bodies, withholds }, // a run of any message
      act: async () => {
        await ask(signal)
        return run.dispatch(
          faultySource(host, () => history),
          host.send(() => history, bodyRules),
          { signal },
        )
      },
      again: async () => {
        await ask()
        return run.dispatch(
          history,
          host.send(() => history, bodyRules),
        )
      },
    }
  },
}

const own: Scenario = {
  name: 'bodies that ride along under own leases, in calls that overlap',
  open: async (host) => {
    const { run, ask } = await openBodies(host)
    const { signal } = host
    await ask()
    const send = host.send(() => history, bodyRules)
    return {
      ...{ run: run as never, bodies }, // a run of any message
      act: () => {
        const source = faultySource(host, () => history)
        return all([
          run.dispatch(source, send, { signal }),
          run.dispatch(source, send, { signal }),
          run.dispatch(history, send, { signal }),
        ])
      },
      again: () => run.dispatch(history, send),
    }
  },
}

const twice: Scenario = {
  name: 'bodies that may go out in two calls, in calls that overlap',
  open: async (host) => {
    const { run, ask } = await openBodies(host, faultyLeases(host, 2), { bodyDelivery: { calls: 2 } })
    const { signal } = host
    await ask()
    const send = host.send(() => history, bodyRules)
    return {
      ...{ run: run as never, withholds }, // a run of any message
      act: async () => {
        const source = faultySource(host, () => history)
        const first = await run.assemble(source, { signal })
        const second = run.dispatch(source, send, { signal })
        await all([releaseBehind(host, first), second])
        return run.dispatch(source, send, { signal })
      },
      again: () => run.dispatch(history, send),
    }
  },
}

const inTurn: Scenario = {
  name: 'calls that are let in one after the other',
  open: async (host) => {
    const { run, ask } = await openBodies(host, undefined, { admission: 'serial' })
    const { signal } = host
    await ask()
    const send = host.send(() => history, bodyRules)
    return {
      ...{ run: run as never, bodies }, // a run of any message
      act: () => {
        const source = faultySource(host, () => history)
        return all([run.dispatch(source, send, { signal }), run.dispatch(source, send, { signal })])
      },
      again: () => run.dispatch(history, send),
    }
  },
}

const closing: Scenario = {
  name: 'a run that is closed while its calls are open',
  open: async (host) => {
    const leases = faultyLeases(host)
    const { run, workspace } = await openBodies(host, leases)
    const parent = openFaultyRun(host, { hardLimitBytes }, { workspace })
    const child = parent.child({ leases })
    const next = openFaultyRun(host, { hardLimitBytes }, { workspace, leases: faultyLeases(host) })
    for (const letter of 'ab') await child.rehydrate(referenceOf(letter))
    return {
      ...{ run: run as never, withholds, delivers: false, bodies }, // a run of any message
      act: async () => {
        const call = await child.assemble(history, { signal: host.signal })
        if (call.messages.length === 0) host.violations.push('nothing is handed out')
        // Closing has no signal: who has enough stops waiting.
        await untilAborted(parent.close(), host.signal)
      },
      again: () =>
        next.dispatch(
          history,
          host.send(() => history, bodyRules),
        ),
    }
  },
}

const restored: Scenario = {
  name: 'a run that is persisted and restored',
  open: async (host) => {
    const leases = faultyLeases(host)
    const { run, ask, workspace } = await openBodies(host, leases)
    await ask()
    const plimsoll = host.library.createPlimsoll(
      host.library.recommended({ hardLimitBytes, triggerMarginBytes: 0, recentMessageRetentionCount: 1 }),
    )
    const trustBinding = { ...owner, current: () => host.sync('trust', () => true) }
    const report = host.recorder.report
    const send = host.send(() => history, { ...bodyRules, pinsFirstUser: true })
    return {
      ...{ run: run as never, bodies, withholds }, // a run of any message
      act: async () => {
        // Neither has a signal: who has enough stops waiting.
        const state = JSON.parse(JSON.stringify(await untilAborted(run.persist(), host.signal)))
        const restoring = plimsoll.restoreRun(state, { leases, workspace, trustBinding })
        const other = await untilAborted(restoring, host.signal)
        await other.close()
      },
      again: async () => {
        const state = JSON.parse(JSON.stringify(await run.persist()))
        const next = await plimsoll.restoreRun<(typeof history)[number]>(state, {
          ...{ leases, workspace, trustBinding: { ...owner, current: () => true } },
          report,
        })
        await next.dispatch(history, send)
        await next.close()
      },
    }
  },
}

async function releaseBehind(host: FaultyHost, call: { release(): Promise<void> }): Promise<void> {
  try {
    await untilAborted(
      host.port('settle', () => Promise.resolve()),
      host.signal,
    )
  } finally {
    await untilAborted(call.release(), host.signal)
  }
}

const failing: Scenario = {
  name: 'a provider that fails while bodies ride along',
  open: async (host) => {
    const { run, ask } = await openBodies(host, faultyLeases(host))
    const { signal } = host
    await ask()
    const refusal = new Error('overloaded')
    const send = host.send(() => history, bodyRules)
    return {
      ...{ run: run as never, withholds }, // a run of any message
      act: async () => {
        const refuse = async (list: readonly (typeof history)[number][]): Promise<never> => {
          await send(list)
          throw refusal
        }
        try {
          await run.dispatch(history, refuse, { signal })
        } catch (error) {
          if (error !== refusal) throw error
        }
      },
      again: () => run.dispatch(history, send),
    }
  },
}

export const leaseScenarios: readonly Scenario[] = [
  ...[failing, shared, own, twice, inTurn, closing, restored],
]
