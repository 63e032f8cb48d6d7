import { expect, test } from 'vitest'
import { CallLeases } from '../../src/run/call-leases.ts'
import { keyOf } from '../leases/body-run.ts'
import { ownLeases } from '../leases/own-leases.ts'
import { isFree, remoteLeases } from '../leases/remote-leases.ts'
import { deferred, quiet } from './deferred.ts'

const key = keyOf('a')

test('the leases of a call are settled once, by whoever comes first', async () => {
  const { leases } = ownLeases()
  const call = new CallLeases(leases, '1', 1)
  call.reserve([key])
  call.send([key])
  call.release()
  call.commit([key])
  expect(leases.state()).toEqual({ delivered: [], sending: [] })
})

test('a call that is settled reserves nothing more', async () => {
  const { leases } = ownLeases()
  const call = new CallLeases(leases, '1', 1)
  await call.release()
  expect(call.reserve([key])).toEqual(new Set())
  expect(isFree(leases, key)).toBe(true)
})

test('a release waits for the reserve that it is to undo, also where the store answers out of order', async () => {
  const leases = remoteLeases()
  const gate = deferred()
  const { reserve } = leases
  leases.reserve = async (...words) => {
    await gate.promise
    return reserve(...words)
  }
  const call = new CallLeases(leases, '1', 1)
  const reserved = call.reserve([key])
  const released = call.release()
  await quiet()
  gate.resolve()
  await reserved
  await released
  expect(await isFree(leases, key)).toBe(true)
})

test('a call that is answered at once in this process answers at once', () => {
  const call = new CallLeases(ownLeases().leases, '1', 1)
  expect(call.reserve([key])).toEqual(new Set([key]))
  expect(call.anyFree([key])).toBe(false)
  expect([call.send([key]), call.commit([key])]).toEqual([undefined, undefined])
})
