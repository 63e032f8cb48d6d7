import { ProfileError, type ProfileIssue } from '../errors/profile-error.ts'
import { ConversationMemory } from '../memory/conversation-memory.ts'
import { describe } from '../profile/profile-schema.ts'
import { checkDialect } from './check-dialect.ts'
import { checkId } from './run-id.ts'
import type { ChildOptions, RunOptions } from './run-options.ts'
import { checkTrustBinding } from './trust-binding.ts'

/** @throws ProfileError naming the first option that is not in order */
export function checkRunOptions<M>(options: RunOptions<M>): void {
  const { identity, trustBinding, report, onRefusal, inspect, clock, newId } = options
  if (identity !== undefined) {
    if (typeof identity !== 'object' || identity === null) throw refusal('identity', identity, 'an object')
    if (identity.agentId !== undefined) checkId('identity.agentId', identity.agentId)
    if (identity.parentAgentId !== undefined) checkId('identity.parentAgentId', identity.parentAgentId)
  }
  if (trustBinding !== undefined) checkTrustBinding(trustBinding)
  const isListener = (listener: unknown): boolean => typeof listener === 'function'
  if (onRefusal !== undefined && !isListener(onRefusal)) throw refusal('onRefusal', onRefusal, 'a function')
  if (report !== undefined && !(Array.isArray(report) ? report.every(isListener) : isListener(report))) {
    throw refusal('report', report, 'a function or a list of functions')
  }
  if (inspect !== undefined && typeof inspect !== 'function' && typeof inspect?.next !== 'function') {
    throw refusal('inspect', inspect, 'a function or an observer, as createInspector().inspect is')
  }
  if (clock !== undefined && typeof clock !== 'function') throw refusal('clock', clock, 'a function')
  if (newId !== undefined && typeof newId !== 'function') throw refusal('newId', newId, 'a function')
  checkSharedOptions(options)
}

/** @throws ProfileError naming the first option that is not in order */
export function checkChildOptions<M>(options: ChildOptions<M>): void {
  if (options.agentId !== undefined) checkId('agentId', options.agentId)
  checkSharedOptions(options)
}

function checkSharedOptions<M>({ dialect, admission, memory, leases }: ChildOptions<M>): void {
  if (dialect !== undefined) checkDialect(dialect)
  if (admission !== undefined && admission !== 'concurrent' && admission !== 'serial') {
    throw refusal('admission', admission, "'concurrent' or 'serial'")
  }
  if (memory !== undefined) memoryOf({ memory })
  if (leases !== undefined && typeof leases?.reserve !== 'function') {
    throw refusal('leases', leases, 'a coordinator of leases, as redisLeases() makes it')
  }
}

/**
 * The memory that a run is opened with, null without one.
 *
 * @throws ProfileError for one that `reductionMemory()` did not make
 */
export function memoryOf<M>({ memory }: Pick<RunOptions<M>, 'memory'>): ConversationMemory | null {
  if (memory === undefined) return null
  if (ConversationMemory.is(memory)) return memory
  throw refusal('memory', memory, 'a memory that reductionMemory() made')
}

function refusal(path: string, value: unknown, wanted: string): ProfileError {
  const issue: ProfileIssue = { path, message: `must be ${wanted} (got ${describe(value)})` }
  return new ProfileError([issue])
}
