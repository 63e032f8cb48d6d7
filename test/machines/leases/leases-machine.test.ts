import { chartHarness, generatePaths, runPath } from 'plimsoll/testing'
import { expect, test } from 'vitest'
import { createActor } from 'xstate'
import {
  type LeaseEvent,
  type LeaseLedger,
  type LeasesInput,
  leasesMachine,
} from '../../../machines/index.ts'
import { declaredTransitions, noteTransitions } from '../../support/chart-transitions.ts'

const reserve = (owner: number, ...digests: readonly number[]): LeaseEvent => ({
  type: 'lease.reserve',
  owner,
  digests,
})
const send = (owner: number, ...forwarded: readonly number[]): LeaseEvent =>
  forwarded.length === 0 ? { type: 'lease.send', owner } : { type: 'lease.send', owner, forwarded }
const commit = (owner: number, ...forwarded: readonly number[]): LeaseEvent => ({
  type: 'lease.commit',
  owner,
  forwarded,
})
const release = (owner: number): LeaseEvent => ({ type: 'lease.release', owner })

const paths = generatePaths({ machine: leasesMachine })

test('every transition is taken', { timeout: 60_000 }, async () => {
  const taken = new Set<string>()
  const harness = chartHarness('leases', { inspect: noteTransitions(taken) })
  for (const path of paths) await runPath(path, harness)
  const declared = declaredTransitions(leasesMachine)
  const missed = declared.filter((declaration) => !taken.has(declaration))
  console.log(
    `leases: ${declared.length - missed.length}/${declared.length} transitions, ${paths.length} paths`,
  )
  expect(missed).toEqual([])
})

test('in whatever order calls reserve and settle, a digest is held once at most, and never once it is delivered as often as it may be', () => {
  for (const { start, steps } of paths) {
    let before: LeaseLedger = start.facts
    for (const { facts } of steps) {
      const { held, delivered, deliveriesPerBody } = facts
      const digests = held.map(({ digest }) => digest)
      expect(new Set(digests).size).toBe(digests.length)
      const timesDelivered = (digest: number) => delivered.filter((other) => other === digest).length
      for (const digest of digests) expect(timesDelivered(digest)).toBeLessThan(deliveriesPerBody)
      for (const digest of delivered) expect(timesDelivered(digest)).toBeLessThanOrEqual(deliveriesPerBody)
      expect(delivered.slice(0, before.delivered.length)).toEqual(before.delivered)
      before = facts
    }
  }
})

test('of two calls that want a body, the first gets it, and the other what is left', () => {
  expect(ledgerAfter(reserve(1, 10, 11), reserve(2, 11, 12)).held).toEqual([
    { digest: 10, owner: 1, state: 'reserved' },
    { digest: 11, owner: 1, state: 'reserved' },
    { digest: 12, owner: 2, state: 'reserved' },
  ])
})

test('a call that asks again keeps what it holds', () => {
  expect(ledgerAfter(reserve(1, 10), reserve(1, 10, 10))).toEqual(ledgerAfter(reserve(1, 10)))
})

test('what is released is free for the other call', () => {
  expect(ledgerAfter(reserve(1, 10), release(1), reserve(2, 10)).held).toEqual([
    { digest: 10, owner: 2, state: 'reserved' },
  ])
})

test("sending marks a call's own leases, and no other's", () => {
  expect(ledgerAfter(reserve(1, 10), reserve(2, 11), send(1)).held).toEqual([
    { digest: 10, owner: 1, state: 'sending' },
    { digest: 11, owner: 2, state: 'reserved' },
  ])
})

test('sending marks what is in the list, and leaves reserved what was evicted from it', () => {
  expect(ledgerAfter(reserve(1, 10, 11), send(1, 11)).held).toEqual([
    { digest: 10, owner: 1, state: 'reserved' },
    { digest: 11, owner: 1, state: 'sending' },
  ])
})

test('a call can not send what it does not hold', () => {
  const before = ledgerAfter(reserve(1, 10), reserve(2, 11))
  expect(ledgerAfter(reserve(1, 10), reserve(2, 11), send(1, 10, 11))).toEqual(before)
})

test('a body that may go out twice is held by one call at a time, and by none after two deliveries', () => {
  const twice = { delivered: [10], deliveriesPerBody: 2 }
  const held = ledgerAfterRestoring(twice, reserve(1, 10), reserve(2, 10)).held
  expect(held).toEqual([{ digest: 10, owner: 1, state: 'reserved' }])
  const after = ledgerAfterRestoring(twice, reserve(1, 10), commit(1, 10), reserve(2, 10))
  expect(after).toEqual({ held: [], delivered: [10, 10], deliveriesPerBody: 2 })
})

test('a commit delivers what was forwarded and frees the rest, in one step', () => {
  const seen: LeaseLedger[] = []
  const actor = createActor(leasesMachine, { input: { delivered: [] } })
  actor.subscribe(({ context }) => seen.push(context))
  actor.start()
  actor.send(reserve(1, 10, 11))
  seen.length = 0
  actor.send(commit(1, 10))
  expect(seen).toMatchObject([{ held: [], delivered: [10] }])
})

test('a commit delivers nothing that the call does not hold', () => {
  expect(ledgerAfter(reserve(1, 10), commit(1, 10, 99))).toMatchObject({ held: [], delivered: [10] })
})

test.each([
  ['delivered in this run', [] as number[], [reserve(1, 10), commit(1, 10)]],
  ['delivered before it was restored', [10], []],
])('what was %s is never granted again', (_, delivered, events) => {
  const ledger = ledgerAfterRestoring({ delivered }, ...events, reserve(2, 10))
  expect(ledger).toMatchObject({ held: [], delivered: [10] })
})

test('a call that holds nothing leaves the ledger untouched', () => {
  const actor = createActor(leasesMachine, { input: { delivered: [10] } })
  actor.start()
  actor.send(reserve(1, 11))
  const before = actor.getSnapshot().context
  for (const event of [commit(2, 11), release(2), send(2), reserve(2, 10, 11)]) actor.send(event)
  expect(actor.getSnapshot().context.held).toBe(before.held)
  expect(actor.getSnapshot().context.delivered).toBe(before.delivered)
})

test('settling twice changes nothing', () => {
  const once = ledgerAfter(reserve(1, 10), commit(1, 10))
  for (const again of [commit(1, 10), release(1), send(1)]) {
    expect(ledgerAfter(reserve(1, 10), commit(1, 10), again)).toEqual(once)
  }
})

function ledgerAfter(...events: readonly LeaseEvent[]): LeaseLedger {
  return ledgerAfterRestoring({ delivered: [] }, ...events)
}

function ledgerAfterRestoring(input: LeasesInput, ...events: readonly LeaseEvent[]): LeaseLedger {
  const actor = createActor(leasesMachine, { input })
  actor.start()
  for (const event of events) actor.send(event)
  return actor.getSnapshot().context
}
