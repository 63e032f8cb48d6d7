import type { AssemblyBounds, AssemblyResult, Workbench } from '../../machines/assembly/assembly.ports.ts'
import type { SnapshotSource } from '../assembly/snapshot-source.ts'
import type { RunActorHandle } from './run-actor.ts'
import { subscribeTo } from './subscribe-to.ts'

/** Asks the run's actor for an assembly, and ends it when the call is aborted. Tells it when the history changes. */
export async function runAssembly<N>(
  actor: RunActorHandle,
  workbench: Workbench,
  bounds: AssemblyBounds,
  messages: readonly N[] | SnapshotSource<N>,
  signal: AbortSignal,
): Promise<AssemblyResult> {
  const assembly = actor.request(workbench, bounds)
  const abort = (): void => assembly.cancel(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  // The request ran as far as it could: a source or a reducer may have aborted the call before it was listened to.
  if (signal.aborted) abort()
  let unsubscribe: (() => void) | undefined
  try {
    unsubscribe = subscribeTo(messages, assembly.tellHistoryChanged)
    return await assembly.result
  } catch (error) {
    assembly.cancel(error)
    throw error
  } finally {
    unsubscribe?.()
    signal.removeEventListener('abort', abort)
  }
}
