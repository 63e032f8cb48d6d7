import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { redisLeases } from '../../../src/redis/index.ts'
import { keyOf } from '../../leases/body-run.ts'
import { type RedisServer, startRedis } from '../../support/redis-server.ts'
import { describeWithService } from '../../support/services.ts'
import { type LeaseWorker, startWorker } from './start-worker.ts'

const ttlMs = 1_500

describeWithService('redis', 'when a worker is killed', () => {
  let server: RedisServer
  let redis: Redis
  const workers: LeaseWorker[] = []

  beforeAll(async () => {
    server = await startRedis()
    redis = new Redis(server.port, '127.0.0.1')
  })

  afterEach(async () => {
    for (const worker of workers.splice(0)) await worker.kill()
  })

  afterAll(async () => {
    redis.disconnect()
    await server.stop()
  })

  const start = (runId: string, task: string): LeaseWorker => {
    const worker = startWorker(`${server.port}`, runId, `${ttlMs}`, task)
    workers.push(worker)
    return worker
  }

  test('before it sends, another process delivers the body once its lease has expired', {
    timeout: 60_000,
  }, async () => {
    const holder = start('reserved', 'reserve')
    await holder.says('reserved')
    const other = start('reserved', 'ask')
    expect(await other.next()).toBe('withheld')
    await holder.kill()
    await other.says('delivered')
    expect(await other.next()).toBe('withheld')
    const { delivered } = await redisLeases({ client: redis, runId: 'reserved' }).state()
    expect(delivered).toEqual([{ key: keyOf('a'), count: 1 }])
  })

  test('while it sends, nobody sends the body again', { timeout: 60_000 }, async () => {
    const sender = start('sending', 'send')
    await sender.says('sending a')
    const other = start('sending', 'ask')
    expect(await other.next()).toBe('withheld')
    await sender.kill()
    const killedAt = await serverTime(redis)
    let withheld = 0
    while ((await serverTime(redis)) < killedAt + 2 * ttlMs) {
      expect(await other.next()).toBe('withheld')
      withheld += 1
    }
    expect(withheld).toBeGreaterThan(10)
    const { delivered, sending } = await redisLeases({ client: redis, runId: 'sending' }).state()
    expect({ delivered, sending }).toEqual({ delivered: [], sending: [keyOf('a')] })
  })
})

async function serverTime(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time()
  return Number(seconds) * 1_000 + Number(microseconds) / 1_000
}
