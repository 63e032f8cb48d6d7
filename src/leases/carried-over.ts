import type { DeliveredBody, LeaseKey, LeaseState } from './lease-coordinator.ts'

/** What counts as delivered where another coordinator goes on: what was on its way may have arrived. */
export function carriedOver({ delivered, sending }: LeaseState): readonly DeliveredBody[] {
  const counts = new Map<LeaseKey, number>(delivered.map(({ key, count }) => [key, count]))
  for (const key of sending) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].map(([key, count]) => ({ key, count }))
}
