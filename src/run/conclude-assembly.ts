import type { AssemblyResult } from '../../machines/assembly/assembly.ports.ts'
import type { AssemblyOutcome, TerminationOutcome } from '../../machines/assembly/outcomes.ts'
import { describeAssembly } from '../assembly/describe-assembly.ts'
import type { AssemblyWorkbench } from '../assembly/workbench.ts'
import type { SequenceRules } from '../context/sequence-rules.ts'
import { AssemblyTerminatedError } from '../errors/assembly-terminated-error.ts'
import { InternalError } from '../errors/internal-error.ts'
import type { LeaseKey } from '../leases/lease-coordinator.ts'
import type { ConversationMemory } from '../memory/conversation-memory.ts'
import { findRanges } from '../memory/find-ranges.ts'
import type { AssemblyDiagnostics } from '../observability/diagnostics.ts'
import type { Reporter } from '../observability/reporter.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import { forwardedKeys } from './forwarded-keys.ts'
import { ensureTrust, type TrustBinding } from './trust-binding.ts'

export interface ConcludingContext {
  readonly assemblyId: string
  readonly profile: CheckedProfile
  readonly rules: SequenceRules
  readonly reporter: Reporter | null
  readonly memory: ConversationMemory | null
  readonly trustBinding: TrustBinding | undefined
  readonly signal: AbortSignal
}

/** What a call is handed out with. */
export interface Conclusion<M> {
  readonly messages: readonly M[]
  readonly diagnostics: AssemblyDiagnostics
  /** Bodies that ride in the messages. */
  readonly forwarded: readonly LeaseKey[]
}

/**
 * Turns the result of an assembly into what the host is given: reports the decision, checks trust a second time, and
 * hands out the list. In observe mode the decision is reported, and the list is the host's own, whatever was decided.
 *
 * @throws AssemblyTerminatedError when nothing may be sent
 * @throws the error that ended the assembly, by identity
 */
export function concludeAssembly<M>(
  result: AssemblyResult,
  workbench: AssemblyWorkbench<M>,
  { assemblyId, profile, rules, reporter, memory, trustBinding, signal }: ConcludingContext,
): Conclusion<M> {
  signal.throwIfAborted()
  if (!isDecided(result)) {
    const kept = workbench.openKept()
    throw kept ? kept.error : new InternalError('a failed assembly keeps its error')
  }
  const state = workbench.openState()
  if (!state) throw new InternalError('a decided assembly has a snapshot')
  const described = { state, newest: workbench.openNewest(), overhead: workbench.overhead }
  const diagnostics = describeAssembly(result, described, profile, rules)
  const observes = profile.mode === 'observe'
  if (isTermination(result.outcome)) {
    reporter?.report({ type: 'assembly.terminated', assemblyId, diagnostics })
    if (!observes) throw terminated(result, result.outcome, profile, assemblyId)
  } else reporter?.report({ type: 'assembly.completed', assemblyId, diagnostics })
  // Sinks and bindings are the host's: what was just told may have aborted the call or closed the run.
  signal.throwIfAborted()
  ensureTrust(trustBinding, 'dispatch')
  signal.throwIfAborted()
  if (!isTermination(result.outcome)) reporter?.report({ type: 'assembly.composed', assemblyId, diagnostics })
  signal.throwIfAborted()
  // When the list is handed over, not when it is committed: a host that sends again after a failure sends the same list.
  if (isReduction(result))
    memory?.remember(state.originals, findRanges(state.originals.length, state.candidate))
  if (observes) return { messages: state.capture.messages, diagnostics, forwarded: [] }
  return {
    messages: state.candidate.map(({ message }) => message),
    diagnostics,
    forwarded: forwardedKeys(result, workbench, profile),
  }
}

function terminated(
  result: AssemblyResult,
  outcome: TerminationOutcome,
  { hardLimit, estimator }: CheckedProfile,
  assemblyId: string,
): AssemblyTerminatedError {
  return new AssemblyTerminatedError({
    outcome,
    reason: result.reason ?? 'finalVerificationFailed',
    finalSize: result.size,
    hardLimit,
    unit: estimator.unit,
    assemblyId,
  })
}

function isDecided(result: AssemblyResult): result is AssemblyResult & { readonly outcome: AssemblyOutcome } {
  return result.outcome !== 'aborted' && result.outcome !== 'failed'
}

function isTermination(outcome: AssemblyResult['outcome']): outcome is TerminationOutcome {
  return outcome === 'irreducible' || outcome === 'concurrentMutationLimit'
}

// Bodies come and go with their leases: there is nothing to remember of a list that only lost some.
function isReduction({ outcome, origin }: AssemblyResult): boolean {
  return !isTermination(outcome) && origin !== 'asIs' && origin !== 'evicted'
}
