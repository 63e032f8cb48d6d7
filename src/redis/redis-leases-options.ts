import * as z from 'zod/mini'
import { ProfileError } from '../errors/profile-error.ts'
import { describe } from '../profile/profile-schema.ts'
import { checkId } from '../run/run-id.ts'
import type { RedisClient } from './redis-client.ts'

/** Options of `redisLeases`. */
export interface RedisLeasesOptions {
  /** A client of `ioredis`, alone or as a cluster. Owned and closed by the caller. */
  readonly client: RedisClient
  /** The run whose leases these are: the same in every process that works on it. */
  readonly runId: string
  /** Stands before every key. Letters, digits and `._:-`. Default `plimsoll:`. */
  readonly prefix?: string
  /**
   * How long a body stays with a process that was killed before it sent it, in milliseconds. A process that lives renews
   * what it has reserved three times as often. Default 30,000.
   */
  readonly reservedTtlMs?: number
  /**
   * How long Redis remembers a run after it was last heard of, in milliseconds. Longer than any run pauses: what is
   * forgotten may be delivered again. Default 7 days.
   */
  readonly runTtlMs?: number
  /** How long an answer of Redis is waited for, in milliseconds. Default 5,000. */
  readonly timeoutMs?: number
  /** Hears what Redis failed with, by identity. What it throws disturbs nothing. */
  readonly onFailure?: (error: unknown) => void
}

export type CheckedRedisLeasesOptions = Required<RedisLeasesOptions>

const day = 24 * 60 * 60 * 1_000

const schema = z.object({
  client: z.custom((value) => hasMethod(value, 'eval'), {
    error: () => 'must be a Redis client with eval(), as ioredis makes it',
  }),
  prefix: z.optional(
    z.custom((value) => typeof value === 'string' && /^[A-Za-z0-9._:-]{0,128}$/.test(value), {
      error: () => 'must be up to 128 letters, digits or ._:-',
    }),
  ),
  reservedTtlMs: z.optional(milliseconds()),
  runTtlMs: z.optional(milliseconds()),
  timeoutMs: z.optional(milliseconds()),
  onFailure: z.optional(
    z.custom((value) => typeof value === 'function', {
      error: ({ input }) => `must be a function (got ${describe(input)})`,
    }),
  ),
})

/** @throws ProfileError naming the options that are not in order */
export function checkRedisLeasesOptions(options: RedisLeasesOptions): CheckedRedisLeasesOptions {
  const checked = schema.safeParse(options)
  if (!checked.success) {
    throw new ProfileError(
      checked.error.issues.map(({ path, message }) => ({ path: path.join('.') || 'redisLeases', message })),
    )
  }
  const { client, prefix, reservedTtlMs = 30_000, runTtlMs = 7 * day, timeoutMs = 5_000, onFailure } = options
  if (runTtlMs <= reservedTtlMs) {
    throw new ProfileError([{ path: 'runTtlMs', message: 'must be longer than reservedTtlMs' }])
  }
  return {
    client,
    runId: checkId('runId', options.runId),
    prefix: prefix ?? 'plimsoll:',
    reservedTtlMs,
    runTtlMs,
    timeoutMs,
    onFailure: onFailure ?? (() => {}),
  }
}

function milliseconds() {
  return z.custom<number>((value) => Number.isSafeInteger(value) && Number(value) >= 1, {
    error: ({ input }) => `must be a whole number of milliseconds of at least 1 (got ${describe(input)})`,
  })
}

function hasMethod(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
}
