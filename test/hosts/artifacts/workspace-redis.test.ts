import { register } from 'node:module'
import { afterAll, beforeAll } from 'vitest'
import { describeWorkspaceContract } from '../../contracts/workspace-contract.ts'
import { type RedisServer, startRedis } from '../../support/redis-server.ts'
import { describeWithService } from '../../support/services.ts'

// unstorage's driver wants ioredis, which is installed beside the host tests, where the driver doesn't look.
const hooks = `export const resolve = (name, context, next) =>
  next(name, name === 'ioredis' ? { ...context, parentURL: ${JSON.stringify(import.meta.url)} } : context)`
register(`data:text/javascript,${encodeURIComponent(hooks)}`)

describeWithService('redis', 'the redis driver', () => {
  let server: RedisServer | undefined
  let databases = 0

  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server?.stop())

  describeWorkspaceContract('Redis', async () => {
    const { default: redisDriver } = await import('unstorage/drivers/redis')
    databases += 1
    const base = `test${databases}`
    return { driver: redisDriver({ url: `redis://127.0.0.1:${server?.port}`, base }), close: () => {} }
  })
})
