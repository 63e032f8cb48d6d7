import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { projectRoot } from '../../support/project-files.ts'
import { startRedis } from '../../support/redis-server.ts'
import { describeWithService } from '../../support/services.ts'

describeWithService('redis', 'the example with BullMQ', () => {
  test('makes the calls of one run in three workers, and sends the body in one of them', {
    timeout: 90_000,
  }, async () => {
    const server = await startRedis()
    try {
      const url = `redis://127.0.0.1:${server.port}`
      const hooks = ['--import', 'tsx', '--import', './test/hosts/bullmq/find-ioredis.mjs']
      const example = spawn(process.execPath, [...hooks, 'test/hosts/bullmq/main.ts', url], {
        cwd: projectRoot,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      let output = ''
      let errors = ''
      example.stdout.on('data', (chunk) => {
        output += chunk
      })
      example.stderr.on('data', (chunk) => {
        errors += chunk
      })
      const [status] = await once(example, 'close')
      expect({ status, errors }).toEqual({ status: 0, errors: '' })
      expect(output).toMatch(/^6 calls by [123] of 3 workers, and the log in one of them\.\n$/)
    } finally {
      await server.stop()
    }
  })
})
