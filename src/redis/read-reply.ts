import type { DeliveredBody, LeaseKey, LeaseState } from '../leases/lease-coordinator.ts'

/** The keys in a script's reply. */
export function readKeys(reply: unknown): readonly LeaseKey[] {
  return Array.isArray(reply) ? reply.map(String) : []
}

/** Keys and counts one after the other, and the keys that are sending. */
export function readState(reply: unknown): LeaseState {
  const [counts, sending] = Array.isArray(reply) ? reply : []
  const fields = readKeys(counts)
  const delivered: DeliveredBody[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    delivered.push({ key: fields[at] ?? '', count: Number(fields[at + 1]) })
  }
  return { delivered, sending: readKeys(sending) }
}
