import { describe, expect, test } from 'vitest'
import { causeOf, findPlimsollError, type PlimsollError } from '../../src/index.ts'
import { deferred, quiet, rejectionOf } from '../run/deferred.ts'
import { bytes, user } from '../support/messages.ts'
import { historyOf, keyOf, lettersIn, openBodyRun, workspaceWith } from './body-run.ts'
import { everyOperation, isFree, remoteLeases } from './remote-leases.ts'

describe('a run whose leases are elsewhere', () => {
  test('records that it sends before the host has the list, and that it has sent afterwards', async () => {
    const leases = remoteLeases()
    const run = await openBodyRun('a', { leases })
    const sent = await run.dispatch(historyOf('a'), (messages) => {
      expect(leases.asked.filter((operation) => operation !== 'deliveredOf')).toEqual(['reserve', 'send'])
      return messages
    })
    expect(lettersIn(sent)).toEqual(['a'])
    expect(leases.asked.at(-1)).toBe('commit')
    expect(await leases.state()).toEqual({ delivered: [{ key: keyOf('a'), count: 1 }], sending: [] })
  })

  test('never hands out the list while the record is on its way', async () => {
    const leases = remoteLeases()
    const run = await openBodyRun('a', { leases })
    const call = run.assemble(historyOf('a'))
    let isThere = false
    call.then(() => {
      isThere = true
    })
    const gate = deferred()
    leases.gate = gate.promise
    await quiet()
    expect(isThere).toBe(false)
    gate.resolve()
    expect(lettersIn((await call).messages)).toEqual(['a'])
  })

  test.each(['reserve', 'send'] as const)(
    'sends nothing stale, and nothing above the limit, when the host edits its list while the store is asked to %s',
    async (operation) => {
      const leases = remoteLeases()
      const run = await openBodyRun('a', { leases }, 2_000)
      const messages = historyOf('a')
      const gate = deferred()
      const ask: (...all: never[]) => Promise<never> = leases[operation] as never // any of its operations
      Object.assign(leases, { [operation]: (...all: never[]) => gate.promise.then(() => ask(...all)) })
      const call = run.assemble(messages)
      await quiet()
      messages[1] = Object.assign(messages[1] ?? user(), { content: bytes(5_000) })
      gate.resolve()
      const { diagnostics, messages: sent } = await call
      expect(diagnostics).toMatchObject({ restartCount: 1, outcome: 'preservationFallback' })
      expect(JSON.stringify(sent).length).toBeLessThan(2_000)
    },
  )

  test('sends what the host adds while the store records that it sends', async () => {
    const leases = remoteLeases()
    const run = await openBodyRun('a', { leases })
    const messages = historyOf('a')
    const { send } = leases
    leases.send = async (...all) => {
      if (messages.length === historyOf('a').length) messages.push(user('One more thing.'))
      return send(...all)
    }
    const sent = await run.dispatch(messages, (list) => list)
    expect(sent.at(-1)).toBe(messages.at(-1))
    expect(lettersIn(sent)).toEqual(['a'])
    expect(await leases.state()).toEqual({ delivered: [{ key: keyOf('a'), count: 1 }], sending: [] })
  })

  test('delivers a body once, whichever process asks', async () => {
    const leases = remoteLeases()
    const workspace = await workspaceWith('a')
    const one = await openBodyRun('a', { leases, workspace })
    const other = await openBodyRun('a', { leases, workspace })
    const [first, second] = await Promise.all([one.assemble(historyOf('a')), other.assemble(historyOf('a'))])
    expect([...lettersIn(first.messages), ...lettersIn(second.messages)]).toEqual(['a'])
    await first.commit()
    await second.commit()
    for (const run of [one, other]) expect(await run.dispatch(historyOf('a'), lettersIn)).toEqual([])
  })

  test('asks for no leases where no body rides: an outage fails no such call', async () => {
    const leases = remoteLeases()
    const run = await openBodyRun('', { leases })
    leases.failing = everyOperation
    expect(await run.dispatch(historyOf('a'), lettersIn)).toEqual([])
    const call = await run.assemble([user()])
    await call.release()
    expect(leases.asked).toEqual([])
  })

  test('withholds a body that it can not reserve, and sends it when it can', async () => {
    const leases = remoteLeases()
    const run = await openBodyRun('a', { leases })
    leases.failing = everyOperation
    expect(await run.dispatch(historyOf('a'), lettersIn)).toEqual([])
    leases.failing = new Set()
    expect(await run.dispatch(historyOf('a'), lettersIn)).toEqual(['a'])
  })

  test('sends nothing when it can not record that it sends, and frees the body', async () => {
    const heard: PlimsollError[] = []
    const leases = remoteLeases()
    const run = await openBodyRun('a', { leases, onRefusal: (error) => heard.push(error) })
    leases.failing = new Set(['send'])
    let sends = 0
    const refused = await rejectionOf(
      run.dispatch(historyOf('a'), () => {
        sends += 1
      }),
    )
    expect(refused).toMatchObject({ code: 'lease', problem: 'unavailable' })
    expect(String(refused)).not.toContain('10.0.0.7')
    expect([causeOf(refused), findPlimsollError(refused), heard]).toEqual([
      leases.failure,
      refused,
      [refused],
    ])
    expect(sends).toBe(0)
    leases.failing = new Set()
    await quiet()
    expect(await run.dispatch(historyOf('a'), lettersIn)).toEqual(['a'])
  })

  test('sends nothing when its lease is lost meanwhile', async () => {
    const leases = remoteLeases()
    const run = await openBodyRun('a', { leases })
    leases.send = async () => false
    expect(await rejectionOf(run.assemble(historyOf('a')))).toMatchObject({ code: 'lease', problem: 'lost' })
  })

  test('answers a call whose delivery can not be recorded, and does not send the body again', async () => {
    const leases = remoteLeases()
    const run = await openBodyRun('a', { leases })
    leases.failing = new Set(['commit', 'release'])
    expect(await run.dispatch(historyOf('a'), lettersIn)).toEqual(['a'])
    leases.failing = new Set()
    expect(await run.dispatch(historyOf('a'), lettersIn)).toEqual([])
    expect((await leases.state()).sending).toEqual([keyOf('a')])
  })

  test('withholds a body whose release can not be recorded rather than send it twice', async () => {
    const leases = remoteLeases()
    const run = await openBodyRun('a', { leases })
    leases.failing = new Set(['release'])
    await (await run.assemble(historyOf('a'))).release()
    leases.failing = new Set()
    expect(await run.dispatch(historyOf('a'), lettersIn)).toEqual([])
  })

  test('leaves nothing held when a call is aborted while it reserves', async () => {
    const leases = remoteLeases()
    const run = await openBodyRun('a', { leases })
    const gate = deferred()
    leases.gate = gate.promise
    const controller = new AbortController()
    const call = run.assemble(historyOf('a'), { signal: controller.signal })
    await quiet()
    expect(leases.asked).toContain('reserve')
    controller.abort(new Error('enough'))
    expect(await rejectionOf(call)).toMatchObject({ message: 'enough' })
    gate.resolve()
    await quiet()
    expect(await isFree(leases, keyOf('a'))).toBe(true)
  })

  test('frees what its open calls hold before it is closed', async () => {
    const leases = remoteLeases()
    const run = await openBodyRun('a', { leases })
    await run.assemble(historyOf('a'))
    await run.close()
    expect(await isFree(leases, keyOf('a'))).toBe(true)
    expect(await rejectionOf(run.assemble(historyOf('a')))).toMatchObject({ code: 'runClosed' })
  })

  test('takes up a body that another process frees while it assembles, by one restart', async () => {
    const leases = remoteLeases()
    await leases.reserve('elsewhere', [keyOf('a')], 1)
    const run = await openBodyRun('a', { leases })
    let captures = 0
    const source = {
      capture: async () => {
        captures += 1
        if (captures === 2) await leases.release('elsewhere')
        return { version: 1, messages: historyOf('a') }
      },
    }
    const call = await run.assemble(source)
    expect(lettersIn(call.messages)).toEqual(['a'])
    expect(call.diagnostics).toMatchObject({ restartCount: 1 })
  })

  test.each([null, 7, {}])('refuses %j for a coordinator', async (wrong) => {
    const leases = wrong as unknown as ReturnType<typeof remoteLeases> // wrong on purpose
    expect(await rejectionOf(openBodyRun('', { leases }))).toMatchObject({
      code: 'profile',
      issues: [expect.objectContaining({ path: 'leases' })],
    })
  })
})

describe('a run that may send a body in several calls', () => {
  test.each([
    ['of its own', undefined],
    ['elsewhere', remoteLeases(2)],
  ])('with leases %s sends it in as many, one after the other', async (_, leases) => {
    const run = await openBodyRun('a', { bodyDelivery: { calls: 2 }, ...(leases ? { leases } : {}) })
    const first = await run.assemble(historyOf('a'))
    expect(lettersIn(first.messages)).toEqual(['a'])
    expect(await run.dispatch(historyOf('a'), lettersIn)).toEqual([])
    await first.commit()
    expect(await run.dispatch(historyOf('a'), lettersIn)).toEqual(['a'])
    expect(await run.dispatch(historyOf('a'), lettersIn)).toEqual([])
  })
})
