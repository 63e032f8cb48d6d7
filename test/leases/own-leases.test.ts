import { describe, expect, test } from 'vitest'
import { carriedOver } from '../../src/leases/carried-over.ts'
import { describeLeaseContract } from '../contracts/lease-contract.ts'
import type { OpenLeases } from '../contracts/lease-contract-adapter.ts'

import { ownLeases } from './own-leases.ts'

const a = 'a'.repeat(64)
const b = 'b'.repeat(64)

const openLeases: OpenLeases = async ({ delivered = [], calls = 1 } = {}) => {
  const { actor, leases } = ownLeases(delivered, calls)
  return {
    leases,
    // A process takes its own leases along when it goes; the next one goes on from what was persisted.
    takeOver: async () => {
      const next = ownLeases(carriedOver(leases.state()), calls).leases
      return { next, late: next }
    },
    close: async () => actor.close(),
  }
}

describe('the coordinator of one process', () => {
  describeLeaseContract(openLeases)

  test('answers at once', () => {
    const { leases } = ownLeases()
    expect(leases.reserve('1', [a])).toEqual(new Set([a]))
    expect(leases.send('1', [a])).toBe(true)
    expect(leases.commit('1', [a])).toBe(true)
    expect(leases.anyFree([a])).toBe(false)
  })

  test('is closed with its run', () => {
    const { actor, leases } = ownLeases()
    leases.reserve('1', [a])
    actor.close()
    const closed = expect.objectContaining({ code: 'runClosed' })
    for (const ask of [
      () => leases.reserve('2', [b]),
      () => leases.send('1', [a]),
      () => leases.commit('1', [a]),
      () => leases.release('1'),
      () => leases.anyFree([a]),
      () => leases.state(),
    ]) {
      expect(ask).toThrow(closed)
    }
  })

  test('shows numbers to who inspects it, and no key and no owner', () => {
    const { actor, leases } = ownLeases([{ key: b, count: 2 }])
    leases.reserve('somebody', [a])
    expect(actor.leases.getSnapshot().context).toEqual({
      held: [{ digest: 1, owner: 0, state: 'reserved' }],
      delivered: [0, 0],
      deliveriesPerBody: 1,
    })
  })
})
