import { createHash } from 'node:crypto'
import type { RedisClient } from './redis-client.ts'

/** A Lua script: Redis runs it as one step, which nothing else comes between. */
export interface RedisScript {
  readonly text: string
  readonly sha1: string
}

export function redisScript(text: string): RedisScript {
  return { text, sha1: createHash('sha1').update(text).digest('hex') }
}

/** Runs a script by its hash, and by its text where the server does not know it yet. */
export async function runScript(
  client: RedisClient,
  { text, sha1 }: RedisScript,
  keys: readonly string[],
  values: readonly (string | number)[],
): Promise<unknown> {
  if (client.evalsha) {
    try {
      return await client.evalsha(sha1, keys.length, ...keys, ...values)
    } catch (error) {
      if (!isUnknownScript(error)) throw error
    }
  }
  return client.eval(text, keys.length, ...keys, ...values)
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT')
}
