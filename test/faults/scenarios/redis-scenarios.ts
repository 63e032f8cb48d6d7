import type { RedisClient } from '../../../src/redis/redis-client.ts'
import { bodyOf, referenceOf } from '../../leases/body-run.ts'
import type { FaultyHost } from '../faulty-host.ts'
import type { Scenario } from '../scene.ts'
import { bodyRules, hardLimitBytes, history, owner, withholds } from './lease-scenarios.ts'
import { faultySource, openFaultyRun } from './open-faulty-run.ts'

/** A client behind ports whose server does what the scripts say, and knows no script by its hash before it has run it. */
function faultyClient(host: FaultyHost, onRenew: () => void): RedisClient {
  const { library } = host
  const { leases } = library.ownLeases()
  const known = new Set<string>()
  const answers: Record<string, (values: readonly string[]) => unknown> = {
    [library.reserveScript.text]: ([, own = '', , , ...keys]) => [...leases.reserve(own, keys)],
    [library.sendScript.text]: ([, own = '', ...keys]) => Number(leases.send(own, keys)),
    [library.settleScript.text]: ([, own = '', ...keys]) =>
      Number(keys.length > 0 ? leases.commit(own, keys) : leases.release(own)),
    [library.freeScript.text]: ([, , ...keys]) => keys.filter((key) => leases.anyFree([key])),
    [library.restoreScript.text]: () => 1,
    [library.renewScript.text]: () => 1,
    [library.stateScript.text]: () => {
      const { delivered, sending } = leases.state()
      return [delivered.flatMap(({ key, count }) => [key, String(count)]), sending]
    },
  }
  const scripts = Object.entries(library).flatMap(([name, value]) => (name.endsWith('Script') ? [value] : []))
  const textOf = (sha1: string): string =>
    scripts.map((script) => script as typeof library.sendScript).find((script) => script.sha1 === sha1)
      ?.text ?? ''
  const nameOf = (text: string): string => (text === library.renewScript.text ? 'client.renew' : 'client')
  const run = async (text: string, all: readonly (string | number)[]): Promise<unknown> => {
    known.add(text)
    return answers[text]?.(all.slice(2).map(String))
  }
  return {
    eval: (text, _, ...all) => host.port(nameOf(text), () => run(text, all)),
    evalsha: (sha1, _, ...all) => {
      const text = textOf(sha1)
      if (text === library.renewScript.text) queueMicrotask(onRenew)
      return host.port(nameOf(text), async () => {
        if (!known.has(text)) throw new Error('NOSCRIPT No matching script.')
        return run(text, all)
      })
    },
  }
}

const inRedis: Scenario = {
  name: 'bodies that ride along under leases in Redis',
  open: async (host) => {
    const { library } = host
    let onRenew: () => void = () => {}
    const renewed = new Promise<void>((resolve) => {
      onRenew = resolve
    })
    const client = faultyClient(host, onRenew)
    const onFailure = (): unknown => host.sync('onFailure', () => undefined)
    const leases = library.redisLeases({ client, runId: 'run', reservedTtlMs: 3, timeoutMs: 20, onFailure })
    const workspace = library.artifactWorkspace()
    for (const letter of 'ab') await workspace.store(bodyOf(letter), owner)
    const run = openFaultyRun(host, { hardLimitBytes }, { workspace, leases })
    const ask = async (signal?: AbortSignal): Promise<void> => {
      for (const letter of 'ab') await run.rehydrate(referenceOf(letter), { signal })
    }
    const send = host.send(() => history, bodyRules)
    const { signal } = host
    return {
      ...{ run: run as never, withholds }, // a run of any message
      bodies: [bodyOf('a'), bodyOf('b')],
      act: async () => {
        await ask(signal)
        const first = await run.assemble(history, { signal })
        try {
          const second = await run.assemble(
            faultySource(host, () => history),
            { signal },
          )
          if (JSON.stringify(first.messages).includes('body a')) await library.untilAborted(renewed, signal)
          await second.release()
        } finally {
          await first.release()
        }
        await leases.anyFree(['key'], 1)
        await leases.restore([{ key: 'key', count: 1 }])
        return run.dispatch(history, send, { signal })
      },
      again: async () => {
        await ask()
        return run.dispatch(history, send)
      },
    }
  },
}

export const redisScenarios: readonly Scenario[] = [inRedis]
