import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findService } from './services.ts'

/** A Redis server of the test's own. */
export interface RedisServer {
  readonly port: number
  stop(): Promise<void>
}

/** Starts a Redis server on a free port of this machine that keeps nothing on disk. */
export async function startRedis(): Promise<RedisServer> {
  const command = findService('redis')
  if (command === undefined) throw new Error('redis-server is not on this machine')
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-redis-'))
  const port = await findFreePort()
  const words = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ]
  const server = spawn(command, words, { stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = once(server, 'exit')
  // A run that is broken off calls no hook.
  const kill = (): void => void server.kill()
  process.once('exit', kill)
  const stop = async (): Promise<void> => {
    process.off('exit', kill)
    kill()
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  for await (const line of createInterface({ input: server.stdout })) {
    if (!line.includes('Ready to accept connections')) continue
    server.stdout.resume()
    return { port, stop }
  }
  await stop()
  throw new Error('redis-server ended before it was ready')
}

async function findFreePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('A server on a port has a port')
  return address.port
}
