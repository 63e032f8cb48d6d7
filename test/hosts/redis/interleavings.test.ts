import fc from 'fast-check'
import { Redis } from 'ioredis'
import { expect, test } from 'vitest'
import { redisLeases } from '../../../src/redis/index.ts'
import { openBodyRun, workspaceWith } from '../../leases/body-run.ts'
import { interleaving, letters, playInterleaving } from '../../leases/interleavings.ts'
import { startRedis } from '../../support/redis-server.ts'
import { describeWithService } from '../../support/services.ts'

describeWithService('redis', 'calls of two processes', () => {
  test('deliver a body once however they interleave, and leave no lease behind', {
    timeout: 120_000,
  }, async () => {
    const server = await startRedis()
    const clients = [0, 1].map(() => new Redis(server.port, '127.0.0.1'))
    const workspace = await workspaceWith(letters)
    let played = 0
    try {
      await fc.assert(
        fc.asyncProperty(interleaving, async (plan) => {
          const runId = `run-${played}`
          const runs = await Promise.all(
            clients.map((client) =>
              openBodyRun(
                letters,
                { workspace, leases: redisLeases({ client, runId }) },
                plan.hardLimitBytes,
              ),
            ),
          )
          await playInterleaving(plan, runs)
          for (const run of runs) await run.close()
          played += 1
        }),
        { numRuns: 150 },
      )
    } finally {
      for (const client of clients) client.disconnect()
      await server.stop()
    }
    console.log(`${played} interleavings of 4 calls in 2 processes and ${letters.length} bodies`)
    expect(played).toBe(150)
  })
})
