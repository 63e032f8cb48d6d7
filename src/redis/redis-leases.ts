import { leaseErrorOf } from '../leases/ask-leases.ts'
import { checkLeaseKeys } from '../leases/check-lease-keys.ts'
import type { DeliveredBody, LeaseKey, LeaseState, SharedLeases } from '../leases/lease-coordinator.ts'
import { tellQuietly } from '../observability/tell-quietly.ts'
import { answerWithin } from './answer-within.ts'
import {
  freeScript,
  renewScript,
  reserveScript,
  restoreScript,
  sendScript,
  settleScript,
  stateScript,
} from './lease-scripts.ts'
import { readKeys, readState } from './read-reply.ts'
import {
  type CheckedRedisLeasesOptions,
  checkRedisLeasesOptions,
  type RedisLeasesOptions,
} from './redis-leases-options.ts'
import { type RedisScript, runScript } from './redis-script.ts'

/**
 * The leases of one run in Redis, for a run that several processes work on: whichever of them makes a provider call, a
 * body reaches the provider once. A process that is killed before it sends frees its bodies when their leases expire; one
 * that is killed while it sends leaves them delivered, since nobody can know. Every operation is one script, which Redis
 * runs as one step.
 *
 * @throws ProfileError for options that are not in order
 * @example
 * const leases = redisLeases({ client: new Redis(), runId })
 * const run = plimsoll.openRun({ id: runId, leases })
 */
export function redisLeases(options: RedisLeasesOptions): SharedLeases {
  return new RedisLeases(checkRedisLeasesOptions(options))
}

class RedisLeases implements SharedLeases {
  readonly #options: CheckedRedisLeasesOptions
  readonly #keys: readonly [held: string, delivered: string]
  /** Owners that hold reserved leases, as far as this process knows. */
  readonly #owners = new Set<string>()
  #heartbeat: ReturnType<typeof setInterval> | undefined

  constructor(options: CheckedRedisLeasesOptions) {
    this.#options = options
    // In braces what a cluster hashes: both keys of a run lie on one node.
    const tag = `${options.prefix}{${options.runId}}`
    this.#keys = [`${tag}:held`, `${tag}:delivered`]
  }

  async reserve(owner: string, keys: readonly LeaseKey[], calls: number): Promise<ReadonlySet<LeaseKey>> {
    checkLeaseKeys(keys)
    const reply = await this.#run(reserveScript, [owner, this.#options.reservedTtlMs, calls, ...keys])
    const granted = new Set(readKeys(reply))
    if (granted.size > 0) this.#renewFor(owner)
    return granted
  }

  async send(owner: string, forwarded: readonly LeaseKey[]): Promise<boolean> {
    if (forwarded.length === 0) return true
    return (await this.#run(sendScript, [owner, ...forwarded])) === 1
  }

  commit(owner: string, forwarded: readonly LeaseKey[]): Promise<boolean> {
    return this.#settle(owner, forwarded)
  }

  release(owner: string): Promise<boolean> {
    return this.#settle(owner, [])
  }

  async anyFree(keys: readonly LeaseKey[], calls: number): Promise<boolean> {
    return readKeys(await this.#run(freeScript, [calls, ...keys])).length > 0
  }

  async deliveredOf(keys: readonly LeaseKey[], calls: number): Promise<ReadonlySet<LeaseKey>> {
    const { delivered } = await this.state()
    const used = new Set(delivered.filter(({ count }) => count >= calls).map(({ key }) => key))
    return new Set(keys.filter((key) => used.has(key)))
  }

  async state(): Promise<LeaseState> {
    return readState(await this.#run(stateScript, []))
  }

  async restore(delivered: readonly DeliveredBody[]): Promise<void> {
    if (delivered.length === 0) return
    await this.#run(
      restoreScript,
      delivered.flatMap(({ key, count }) => [key, count]),
    )
  }

  async #settle(owner: string, forwarded: readonly LeaseKey[]): Promise<boolean> {
    this.#stopRenewing(owner)
    return (await this.#run(settleScript, [owner, ...forwarded])) === 1
  }

  #renewFor(owner: string): void {
    const { reservedTtlMs } = this.#options
    this.#owners.add(owner)
    this.#heartbeat ??= setInterval(() => void this.#renew(), Math.max(1, Math.floor(reservedTtlMs / 3)))
    // A process that has nothing else to do may end.
    this.#heartbeat.unref()
  }

  #stopRenewing(owner: string): void {
    this.#owners.delete(owner)
    if (this.#owners.size > 0) return
    clearInterval(this.#heartbeat)
    this.#heartbeat = undefined
  }

  async #renew(): Promise<void> {
    try {
      await this.#run(renewScript, [this.#options.reservedTtlMs, ...this.#owners])
    } catch {
      // Told already. What is lost meanwhile is found lost when it is to be sent.
    }
  }

  async #run(script: RedisScript, values: readonly (string | number)[]): Promise<unknown> {
    const { client, runTtlMs, timeoutMs, onFailure } = this.#options
    try {
      return await answerWithin(runScript(client, script, this.#keys, [runTtlMs, ...values]), timeoutMs)
    } catch (error) {
      tellQuietly(() => onFailure(error))
      throw leaseErrorOf(error)
    }
  }
}
