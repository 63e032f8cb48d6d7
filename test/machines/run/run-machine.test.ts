import { chartHarness, generatePaths, runPath } from 'plimsoll/testing'
import { describe, expect, test, vi } from 'vitest'
import { createActor, type SnapshotFrom } from 'xstate'
import { type RunEmitted, runMachine, type Workbench } from '../../../machines/index.ts'
import { bounds } from '../../support/assembly-events.ts'
import { declaredTransitions, noteTransitions } from '../../support/chart-transitions.ts'
import { type WaitingWorkbench, waitingWorkbench } from '../../support/waiting-workbench.ts'

type RunSnapshot = SnapshotFrom<typeof runMachine>
const [first, second] = ['assembly:0', 'assembly:1'] as const

describe('on generated paths', () => {
  const paths = generatePaths({ machine: runMachine })

  test('every transition is taken, and leads where the chart says', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const taken = new Set<string>()
    const harness = chartHarness('run', { inspect: noteTransitions(taken) })
    for (const path of paths) await runPath(path, harness)
    warn.mockRestore()
    const declared = declaredTransitions(runMachine)
    const missed = declared.filter((declaration) => !taken.has(declaration))
    console.log(
      `run: ${declared.length - missed.length}/${declared.length} transitions, ${paths.length} paths`,
    )
    expect(missed).toEqual([])
  })

  test('in whatever order calls come and end, a slot is open once at most', () => {
    for (const { steps } of paths) {
      for (const { facts } of steps) expect(new Set(facts.openSlots).size).toBe(facts.openSlots.length)
    }
  })
})

describe('a slot', () => {
  test('is free, and its call settled, when the run itself has seen the assembly end', () => {
    const { actor, emitted, request } = openRun()
    request(first)
    expect(slotsOf(actor.getSnapshot())).toEqual({ open: [first], children: ['leases', first] })
    actor.send({ type: 'call.cancelled', slot: first })
    expect(emitted).toEqual([
      { type: 'call.settled', slot: first, result: expect.objectContaining({ outcome: 'aborted' }) },
    ])
    expect(slotsOf(actor.getSnapshot())).toEqual({ open: [], children: ['leases'] })
    expect(actor.getSnapshot().context.settledCalls).toBe(1)
  })

  test('is used again by the next call, which the end of the last one does not touch', () => {
    const { actor, emitted, request } = openRun()
    request(first)
    actor.send({ type: 'call.cancelled', slot: first })
    request(first)
    expect(actor.getSnapshot().children[first]?.getSnapshot().status).toBe('active')
    expect(emitted).toHaveLength(1)
  })

  test('can be taken again while its settling is being told', () => {
    const { actor, request } = openRun()
    actor.on('call.settled', () => request(first))
    request(first)
    actor.send({ type: 'call.cancelled', slot: first })
    expect(slotsOf(actor.getSnapshot())).toEqual({ open: [first], children: ['leases', first] })
    expect(actor.getSnapshot().children[first]?.getSnapshot().status).toBe('active')
  })

  test('that is taken is not taken a second time', () => {
    const { actor, request } = openRun()
    request(first)
    const child = actor.getSnapshot().children[first]
    request(first)
    expect(actor.getSnapshot().children[first]).toBe(child)
    expect(actor.getSnapshot().context.openSlots).toEqual([first])
  })

  test.each(['history.changed', 'call.cancelled'] as const)('whose call has ended lets %s pass', (type) => {
    const { actor, request, emitted } = openRun()
    request(first)
    actor.send({ type: 'call.cancelled', slot: first })
    actor.send({ type, slot: first })
    actor.send({ type, slot: 'never taken' })
    expect(actor.getSnapshot().status).toBe('active')
    expect(emitted).toHaveLength(1)
  })
})

describe('an assembly', () => {
  test('is told of its own changed history, and no other is', async () => {
    const { actor, request } = openRun()
    const [mine, other] = [request(first), request(second)]
    for (const { asked } of [mine, other]) {
      asked[0]?.answer({ draft: { epoch: 0 }, size: 150, intact: true, evictable: 0 })
    }
    await turn()
    actor.send({ type: 'history.changed', slot: first })
    expect(mine.asked.at(-1)?.name).toBe('recheckHistory')
    expect(other.asked.at(-1)?.name).toBe('proposeReduction')
  })

  test('that is cancelled ends alone, and its step is told to stop', () => {
    const { actor, emitted, request } = openRun()
    const [mine, other] = [request(first), request(second)]
    actor.send({ type: 'call.cancelled', slot: first })
    expect(mine.asked[0]?.signal?.aborted).toBe(true)
    expect(other.asked[0]?.signal?.aborted).toBe(false)
    expect(emitted.map(({ slot }) => slot)).toEqual([first])
    expect(actor.getSnapshot().context.openSlots).toEqual([second])
  })

  test('that crashes is told as such, and the run goes on with the others', async () => {
    const { actor, emitted, request } = openRun()
    const broken = request(first, {
      adopt: () => {
        throw new Error('a draft of another epoch')
      },
    })
    const healthy = request(second)
    for (const { asked } of [broken, healthy]) {
      asked[0]?.answer({ draft: { epoch: 0 }, size: 50, intact: true, evictable: 0 })
    }
    await turn()
    expect(emitted).toEqual([{ type: 'call.crashed', slot: first }])
    expect(actor.getSnapshot().status).toBe('active')
    expect(slotsOf(actor.getSnapshot())).toEqual({ open: [second], children: ['leases', second] })
    healthy.asked[1]?.answer({ staleness: 'none', newestSize: 50, reasons: [] })
    request(first)
    await turn()
    expect(emitted.at(-1)).toMatchObject({
      type: 'call.settled',
      slot: second,
      result: { outcome: 'withinLimit' },
    })
    expect(actor.getSnapshot().context).toMatchObject({ openSlots: [first], settledCalls: 2 })
  })
})

describe('the run', () => {
  test('that is closed stops the steps of open calls, and ends', () => {
    const { actor, emitted, request } = openRun()
    const open = request(first)
    const leases = actor.getSnapshot().children['leases']
    const completed = vi.fn()
    actor.subscribe({ complete: completed })
    actor.send({ type: 'run.close' })
    expect(actor.getSnapshot().status).toBe('done')
    expect(completed).toHaveBeenCalledOnce()
    expect(open.asked[0]?.signal?.aborted).toBe(true)
    expect(leases?.getSnapshot().status).not.toBe('active')
    expect(emitted).toEqual([])
  })

  test('runs its lease coordinator with what was delivered before', () => {
    const { actor } = openRun([7])
    expect(actor.getSnapshot().children['leases']?.getSnapshot().context).toEqual({
      held: [],
      delivered: [7],
      deliveriesPerBody: 1,
    })
  })

  test('does not outlive its coordinator: without it no body is sent', () => {
    const { actor, errors } = openRun()
    // Events that only a crashed child brings.
    actor.send({ type: 'xstate.error.actor.leases', actorId: 'leases', error: 'crashed' } as never)
    expect(actor.getSnapshot().status).toBe('error')
    expect(errors).toEqual(['crashed'])
  })
})

function openRun(delivered: readonly number[] = []) {
  const actor = createActor(runMachine, { input: { delivered } })
  const emitted: RunEmitted[] = []
  const errors: unknown[] = []
  actor.on('*', (event) => emitted.push(event))
  actor.subscribe({ error: (error) => errors.push(error) })
  actor.start()
  const request = (slot: string, overrides: Partial<Workbench> = {}): WaitingWorkbench => {
    const waiting = waitingWorkbench()
    actor.send({
      type: 'call.requested',
      slot,
      workbench: { ...waiting.workbench, ...overrides },
      bounds: bounds(),
    })
    return waiting
  }
  return { actor, emitted, errors, request }
}

function slotsOf({ context, children }: RunSnapshot): {
  open: readonly string[]
  children: readonly string[]
} {
  return { open: context.openSlots, children: Object.keys(children).sort().reverse() }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
