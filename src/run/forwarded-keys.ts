import type { AssemblyResult } from '../../machines/assembly/assembly.ports.ts'
import { carriedKeys } from '../assembly/carried-keys.ts'
import type { AssemblyWorkbench } from '../assembly/workbench.ts'
import type { LeaseKey } from '../leases/lease-coordinator.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'

const sendable: ReadonlySet<AssemblyResult['outcome']> = new Set([
  'withinLimit',
  'reduced',
  'preservationFallback',
])

/** The bodies that are in the list that is about to be sent; none where nothing of ours is. */
export function forwardedKeys<M>(
  { outcome }: AssemblyResult,
  workbench: AssemblyWorkbench<M>,
  { mode }: CheckedProfile,
): readonly LeaseKey[] {
  if (mode === 'observe' || !sendable.has(outcome)) return []
  return carriedKeys(workbench.openState()?.candidate ?? [])
}
