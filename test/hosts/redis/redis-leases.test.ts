import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type RedisClient, type RedisLeasesOptions, redisLeases } from '../../../src/redis/index.ts'
import { describeLeaseContract } from '../../contracts/lease-contract.ts'
import type { OpenLeases } from '../../contracts/lease-contract-adapter.ts'
import { rejectionOf } from '../../run/deferred.ts'
import { type RedisServer, startRedis } from '../../support/redis-server.ts'
import { describeWithService } from '../../support/services.ts'

const a = 'a'.repeat(64)
const b = 'b'.repeat(64)

describeWithService('redis', 'leases behind Redis', () => {
  let server: RedisServer
  let redis: Redis
  let runCount = 0

  beforeAll(async () => {
    server = await startRedis()
    redis = new Redis(server.port, '127.0.0.1')
  })

  afterAll(async () => {
    redis.disconnect()
    await server.stop()
  })

  const newRunId = (): string => `run-${runCount++}`
  const leasesOf = (runId: string, options: Partial<RedisLeasesOptions> = {}) =>
    redisLeases({ client: redis, runId, ...options })

  const openLeases: OpenLeases = async ({ delivered = [] } = {}) => {
    const runId = newRunId()
    const frozen = freezable(redis)
    const leases = leasesOf(runId, { client: frozen.client })
    await leases.restore(delivered)
    return {
      leases,
      takeOver: async () => {
        frozen.freeze()
        await letExpire(redis, runId)
        frozen.thaw()
        return { next: leasesOf(runId), late: leases }
      },
      close: async () => frozen.freeze(),
    }
  }

  describeLeaseContract(openLeases)

  afterEach(() => vi.restoreAllMocks())

  test('are free once their time is over by the clock of the server', async () => {
    const runId = newRunId()
    const frozen = freezable(redis)
    await leasesOf(runId, { client: frozen.client, reservedTtlMs: 50 }).reserve('1', [a], 1)
    frozen.freeze()
    const other = leasesOf(runId)
    await vi.waitFor(async () => expect(await other.reserve('2', [a], 1)).toEqual(new Set([a])), {
      timeout: 4_000,
      interval: 5,
    })
    await other.release('2')
  })

  test('are renewed as long as their call is open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const runId = newRunId()
      const leases = leasesOf(runId, { reservedTtlMs: 30_000 })
      await leases.reserve('1', [a], 1)
      for (const _ of ['once', 'and again']) {
        const before = await expiryOf(redis, runId, a)
        vi.advanceTimersByTime(10_000)
        while ((await expiryOf(redis, runId, a)) <= before) vi.advanceTimersByTime(10_000)
      }
      await leases.release('1')
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('that are lost are not taken back by being renewed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const runId = newRunId()
      const renewals: unknown[] = []
      const client: RedisClient = {
        eval: async (...words) => {
          const answer = await redis.eval(...words)
          renewals.push(answer)
          return answer
        },
      }
      const leases = leasesOf(runId, { client })
      await leases.reserve('1', [a], 1)
      await letExpire(redis, runId)
      vi.advanceTimersByTime(10_000)
      await vi.waitFor(() => expect(renewals).toHaveLength(2))
      expect(await leasesOf(runId).anyFree([a], 1)).toBe(true)
      await leases.release('1')
    } finally {
      vi.useRealTimers()
    }
  })

  test('are no longer renewed once the last call that holds some is settled', async () => {
    const cleared = vi.spyOn(globalThis, 'clearInterval')
    const leases = leasesOf(newRunId())
    await leases.reserve('1', [a], 1)
    await leases.reserve('2', [b], 1)
    await leases.commit('1', [a])
    expect(cleared).not.toHaveBeenCalled()
    await leases.release('2')
    expect(cleared).toHaveBeenCalledOnce()
  })

  test('belong to one run: another run delivers the body once more', async () => {
    const one = leasesOf(newRunId())
    await one.reserve('1', [a], 1)
    await one.commit('1', [a])
    expect(await leasesOf(newRunId()).reserve('1', [a], 1)).toEqual(new Set([a]))
  })

  test('are seen by every process of the run', async () => {
    const runId = newRunId()
    const second = new Redis(server.port, '127.0.0.1')
    const other = redisLeases({ client: second, runId })
    await leasesOf(runId).reserve('1', [a], 1)
    expect(await other.reserve('2', [a, b], 1)).toEqual(new Set([b]))
    second.disconnect()
  })

  test('lie in two hashes of one cluster slot, which Redis forgets', async () => {
    const runId = newRunId()
    const leases = leasesOf(runId, { prefix: 'app:', runTtlMs: 100_000 })
    await leases.reserve('1', [a, b], 1)
    await leases.commit('1', [a])
    await leases.reserve('2', [b], 1)
    const keys = (await redis.keys(`*${runId}*`)).sort()
    expect(keys).toEqual([`app:{${runId}}:delivered`, `app:{${runId}}:held`])
    for (const key of keys) {
      const left = await redis.pttl(key)
      expect(left).toBeGreaterThan(90_000)
      expect(left).toBeLessThanOrEqual(100_000)
    }
    await leases.release('2')
  })

  test('work where the server has forgotten the scripts', async () => {
    const leases = leasesOf(newRunId())
    await redis.script('FLUSH')
    expect(await leases.reserve('1', [a], 1)).toEqual(new Set([a]))
    await redis.script('FLUSH')
    expect(await leases.send('1', [a])).toBe(true)
    expect(await leases.commit('1', [a])).toBe(true)
  })

  test('work with a client that knows no hashes of scripts', async () => {
    const client: RedisClient = { eval: (...words) => redis.eval(...words) }
    const leases = redisLeases({ client, runId: newRunId() })
    expect(await leases.reserve('1', [a], 1)).toEqual(new Set([a]))
    await leases.release('1')
  })

  test('never lower a count that is restored twice', async () => {
    const leases = leasesOf(newRunId())
    await leases.restore([{ key: a, count: 2 }])
    await leases.restore([{ key: a, count: 1 }])
    expect((await leases.state()).delivered).toEqual([{ key: a, count: 2 }])
  })

  test('tell what Redis failed with to the listener, and throw an error of ours', async () => {
    const failure = new Error('ECONNREFUSED somewhere')
    const heard: unknown[] = []
    const client: RedisClient = { eval: () => Promise.reject(failure) }
    const leases = redisLeases({ client, runId: newRunId(), onFailure: (error) => heard.push(error) })
    const refused = await rejectionOf(Promise.resolve(leases.send('1', [a])))
    expect(refused).toMatchObject({ code: 'lease', problem: 'unavailable' })
    expect(String(refused)).not.toContain('ECONNREFUSED')
    expect(heard).toEqual([failure])
  })

  test('wait for an answer of Redis only so long', async () => {
    const client: RedisClient = { eval: () => new Promise(() => {}) }
    const leases = redisLeases({ client, runId: newRunId(), timeoutMs: 5 })
    await expect(leases.reserve('1', [a], 1)).rejects.toMatchObject({ code: 'lease', problem: 'unavailable' })
  })

  test.each([
    ['client', { client: {} }],
    ['runId', { runId: 'a{b}' }],
    ['prefix', { prefix: '{' }],
    ['reservedTtlMs', { reservedTtlMs: 0.5 }],
    ['runTtlMs', { runTtlMs: 10 }],
    ['timeoutMs', { timeoutMs: -1 }],
    ['onFailure', { onFailure: 'log' }],
  ])('refuse the option %s where it is not in order', (path, wrong) => {
    const options = { client: redis, runId: 'run', ...wrong } as unknown as RedisLeasesOptions // wrong on purpose
    expect(() => redisLeases(options)).toThrow(
      expect.objectContaining({ code: 'profile', issues: [expect.objectContaining({ path })] }),
    )
  })
})

/** A client whose process can be frozen: what it sends then never arrives. */
function freezable(redis: Redis) {
  let isFrozen = false
  const pass = <T>(send: () => Promise<T>): Promise<T> =>
    isFrozen ? Promise.reject(new Error('frozen')) : send()
  const client: RedisClient = {
    eval: (...words) => pass(() => redis.eval(...words)),
    evalsha: (...words) => pass(() => redis.evalsha(...words)),
  }
  return {
    client,
    freeze: () => {
      isFrozen = true
    },
    thaw: () => {
      isFrozen = false
    },
  }
}

/** Lets the reserved leases of a run expire: moves their end into the past. */
async function letExpire(redis: Redis, runId: string): Promise<void> {
  const held = `plimsoll:{${runId}}:held`
  for (const [key, value] of Object.entries(await redis.hgetall(held))) {
    if (value.startsWith('r:')) await redis.hset(held, key, value.replace(/^r:\d+:/, 'r:1:'))
  }
}

/** When a reserved lease ends, in milliseconds of the server. */
async function expiryOf(redis: Redis, runId: string, key: string): Promise<number> {
  const value = await redis.hget(`plimsoll:{${runId}}:held`, key)
  return Number(value?.split(':')[1])
}
