import type { WorkbenchInput } from './workbench-input.ts'

/**
 * What a list that is over the limit is brought down to. With a memory that stays below what may be sent: the cut holds
 * until the list has grown by the difference.
 */
export function lowWaterMark<M>(
  { memory, profile }: Pick<WorkbenchInput<M>, 'memory' | 'profile'>,
  limit: number,
): number {
  return memory ? Math.min(limit, Math.floor(profile.threshold * profile.compactionTarget)) : limit
}
