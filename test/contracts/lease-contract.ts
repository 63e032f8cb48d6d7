import { afterEach, describe, expect, test } from 'vitest'
import { LeaseError } from '../../src/errors/lease-error.ts'
import type { LeaseCoordinator, LeaseKey } from '../../src/leases/lease-coordinator.ts'
import type { LeasesSetting, OpenedLeases, OpenLeases } from './lease-contract-adapter.ts'

const a = 'a'.repeat(64)
const b = 'b'.repeat(64)
const c = 'c'.repeat(64)
const part = `${a}:0-99`

/** What every lease coordinator does, whatever holds its state. */
export function describeLeaseContract(openLeases: OpenLeases): void {
  const opened: OpenedLeases[] = []
  const open = async (setting: LeasesSetting = {}) => {
    const one = await openLeases(setting)
    opened.push(one)
    const calls = setting.calls ?? 1
    return { ...one, ...askWith(one.leases, calls), calls }
  }

  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
  })

  describe('reserving', () => {
    test('grants what is free, and answers with it', async () => {
      const { reserve } = await open()
      expect(await reserve('1', a, b)).toEqual([a, b])
    })

    test('is idempotent for its owner', async () => {
      const { reserve, leases } = await open()
      await reserve('1', a)
      expect(await reserve('1', a, a)).toEqual([a])
      expect(await leases.release('1')).toBe(true)
      expect(await reserve('2', a)).toEqual([a])
    })

    test('answers with everything of the keys that the owner holds, also from before', async () => {
      const { reserve } = await open()
      await reserve('1', a)
      expect(await reserve('1', a, b)).toEqual([a, b])
      expect(await reserve('1', b)).toEqual([b])
    })

    test('refuses what another owner has reserved, and grants what is left', async () => {
      const { reserve } = await open()
      await reserve('1', a, b)
      expect(await reserve('2', b, c)).toEqual([c])
    })

    test('refuses what another owner is sending', async () => {
      const { reserve, leases } = await open()
      await reserve('1', a)
      await leases.send('1', [a])
      expect(await reserve('2', a)).toEqual([])
    })

    test('refuses what is delivered, also to the owner that delivered it', async () => {
      const { reserve, leases } = await open()
      await reserve('1', a)
      await leases.commit('1', [a])
      expect([await reserve('1', a), await reserve('2', a)]).toEqual([[], []])
    })

    test('tracks each body for itself', async () => {
      const { reserve, leases } = await open()
      await reserve('1', a, b)
      await leases.commit('1', [a])
      expect(await reserve('2', a, b)).toEqual([b])
    })

    test('takes a part of an artifact for another body than the whole of it', async () => {
      const { reserve } = await open()
      await reserve('1', a)
      expect(await reserve('2', a, part)).toEqual([part])
    })

    test('gives each body to one of two owners that ask at once', async () => {
      const { reserve } = await open()
      const granted = await Promise.all(['1', '2', '3', '4'].map((owner) => reserve(owner, a, b)))
      expect(granted.flat().sort()).toEqual([a, b])
    })

    test.each(['', ' \n'])('refuses the blank key %j', async (key) => {
      const { reserve } = await open()
      const refused = await Promise.resolve()
        .then(() => reserve('1', key))
        .catch((error: unknown) => error)
      expect(LeaseError.isInstance(refused) && refused.problem).toBe('blankKey')
      expect(await reserve('2', a)).toEqual([a])
    })
  })

  describe('sending', () => {
    test('is recorded for its owner, and may be recorded again', async () => {
      const { reserve, leases } = await open()
      await reserve('1', a)
      expect(await leases.send('1', [a])).toBe(true)
      expect(await leases.send('1', [a])).toBe(true)
      expect((await leases.state()).sending).toEqual([a])
    })

    test('leaves what was evicted from the list where it was', async () => {
      const { reserve, leases } = await open()
      await reserve('1', a, b)
      await leases.send('1', [a])
      expect((await leases.state()).sending).toEqual([a])
      expect(await reserve('2', b)).toEqual([])
    })

    test('records nothing when one of the bodies is not its own', async () => {
      const { reserve, leases } = await open()
      await reserve('1', a)
      await reserve('2', b)
      expect(await leases.send('1', [a, b])).toBe(false)
      expect((await leases.state()).sending).toEqual([])
    })

    test('is refused to an owner that holds nothing', async () => {
      const { leases } = await open()
      expect(await leases.send('1', [a])).toBe(false)
    })
  })

  describe('settling', () => {
    test('by a commit delivers what was forwarded and frees the rest', async () => {
      const { reserve, leases, delivered } = await open()
      await reserve('1', a, b)
      await leases.send('1', [a])
      expect(await leases.commit('1', [a])).toBe(true)
      expect(await delivered(a, b)).toEqual([a])
      expect(await leases.state()).toEqual({ delivered: [{ key: a, count: 1 }], sending: [] })
      expect(await reserve('2', a, b)).toEqual([b])
    })

    test('by a commit of nothing frees everything', async () => {
      const { reserve, leases } = await open()
      await reserve('1', a)
      await leases.commit('1', [])
      expect(await reserve('2', a)).toEqual([a])
    })

    test("by a commit delivers nothing that is another owner's", async () => {
      const { reserve, leases, delivered } = await open()
      await reserve('1', a)
      await reserve('2', b)
      expect(await leases.commit('1', [a, b])).toBe(false)
      expect(await delivered(a, b)).toEqual([a])
      expect(await leases.commit('2', [b])).toBe(true)
    })

    test('by a release frees what was reserved and what was sending', async () => {
      const { reserve, leases } = await open()
      await reserve('1', a, b)
      await leases.send('1', [a])
      expect(await leases.release('1')).toBe(true)
      expect(await reserve('2', a, b)).toEqual([a, b])
    })

    test('leaves the leases of others alone', async () => {
      const { reserve, leases } = await open()
      await reserve('1', a)
      await reserve('2', b)
      await leases.release('1')
      expect(await reserve('3', a, b)).toEqual([a])
    })

    test('twice does nothing the second time, in either order', async () => {
      const { reserve, leases } = await open()
      await reserve('1', a)
      await reserve('2', b)
      await leases.commit('1', [a])
      await leases.release('2')
      const before = await leases.state()
      expect([await leases.release('1'), await leases.commit('2', [b])]).toEqual([false, false])
      expect(await leases.state()).toEqual(before)
      expect(await reserve('3', a, b)).toEqual([b])
    })

    test('by a call that never held anything changes nothing', async () => {
      const { reserve, leases } = await open()
      await reserve('1', a)
      expect([await leases.commit('2', [a]), await leases.release('2')]).toEqual([false, false])
      expect(await leases.send('1', [a])).toBe(true)
    })
  })

  describe('what is free', () => {
    test('is what nobody holds and nobody has delivered', async () => {
      const { reserve, leases, anyFree } = await open()
      expect(await anyFree(a)).toBe(true)
      await reserve('1', a, b)
      expect(await anyFree(a)).toBe(false)
      await leases.commit('1', [a])
      expect([await anyFree(a), await anyFree(b), await anyFree(a, b)]).toEqual([false, true, true])
    })

    test('does not change with what happens to unrelated bodies', async () => {
      const { reserve, leases, anyFree } = await open()
      await reserve('1', a)
      await reserve('2', b)
      await leases.release('2')
      await reserve('2', c)
      expect(await anyFree(a)).toBe(false)
    })

    test('of no bodies is nothing', async () => {
      const { anyFree } = await open()
      expect(await anyFree()).toBe(false)
    })
  })

  describe('a body that may go out in two calls', () => {
    test('is held by one call at a time, and used up after two deliveries', async () => {
      const { reserve, leases, delivered } = await open({ calls: 2 })
      await reserve('1', a)
      expect(await reserve('2', a)).toEqual([])
      await leases.commit('1', [a])
      expect([await reserve('2', a), await delivered(a)]).toEqual([[a], []])
      await leases.commit('2', [a])
      expect([await reserve('3', a), await delivered(a)]).toEqual([[], [a]])
      expect((await leases.state()).delivered).toEqual([{ key: a, count: 2 }])
    })

    test('is not counted by a call that was released', async () => {
      const { reserve, leases } = await open({ calls: 2 })
      for (const owner of ['1', '2', '3']) {
        await reserve(owner, a)
        await leases.release(owner)
      }
      expect((await leases.state()).delivered).toEqual([])
    })
  })

  describe('restored state', () => {
    test('holds what was delivered before', async () => {
      const { reserve, leases } = await open({ delivered: [{ key: a, count: 1 }] })
      expect(await reserve('1', a, b)).toEqual([b])
      expect((await leases.state()).delivered).toEqual([{ key: a, count: 1 }])
    })

    test('counts on from where it was', async () => {
      const { reserve, leases } = await open({ delivered: [{ key: a, count: 1 }], calls: 2 })
      expect(await reserve('1', a)).toEqual([a])
      await leases.commit('1', [a])
      expect(await reserve('2', a)).toEqual([])
    })
  })

  describe('after its process is gone', () => {
    test('what it had reserved is free', async () => {
      const { reserve, takeOver, calls } = await open()
      await reserve('1', a)
      const { next } = await takeOver()
      expect(await askWith(next, calls).reserve('2', a)).toEqual([a])
    })

    test('what it was sending counts as delivered, and stays so', async () => {
      const { reserve, leases, takeOver, calls } = await open()
      await reserve('1', a, b)
      await leases.send('1', [a])
      const { next } = await takeOver()
      expect(await askWith(next, calls).reserve('2', a, b)).toEqual([b])
      expect(await askWith(next, calls).anyFree(a)).toBe(false)
    })

    test('what it had delivered stays delivered', async () => {
      const { reserve, leases, takeOver, calls } = await open()
      await reserve('1', a)
      await leases.commit('1', [a])
      const { next } = await takeOver()
      expect(await askWith(next, calls).reserve('2', a)).toEqual([])
    })

    test.each(['send', 'commit'] as const)('its late %s changes nothing, and says so', async (operation) => {
      const { reserve, takeOver, calls } = await open()
      await reserve('1', a)
      const { next, late } = await takeOver()
      expect(await late[operation]('1', [a])).toBe(false)
      expect(await next.state()).toEqual({ delivered: [], sending: [] })
      expect(await askWith(next, calls).reserve('2', a)).toEqual([a])
      expect(await late[operation]('1', [a])).toBe(false)
      expect(await next.send('2', [a])).toBe(true)
    })

    test('its late release takes nothing from who has the body now, and says so', async () => {
      const { reserve, takeOver, calls } = await open()
      await reserve('1', a)
      const { next, late } = await takeOver()
      expect(await askWith(next, calls).reserve('2', a)).toEqual([a])
      expect(await late.release('1')).toBe(false)
      expect(await askWith(next, calls).reserve('3', a)).toEqual([])
    })
  })
}

function askWith(leases: LeaseCoordinator, calls: number) {
  return {
    reserve: async (owner: string, ...keys: LeaseKey[]) =>
      [...(await leases.reserve(owner, keys, calls))].sort(),
    anyFree: async (...keys: LeaseKey[]) => leases.anyFree(keys, calls),
    delivered: async (...keys: LeaseKey[]) => [...(await leases.deliveredOf(keys, calls))],
  }
}
