import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../src/dialects/openai-chat/index.ts'
import type { PlimsollEvent, SizeEstimator } from '../../src/index.ts'
import { compose } from '../support/compose.ts'
import { assistant, bytes, system, user } from '../support/messages.ts'

const large = [system(), user(bytes(700)), assistant(bytes(700)), user('Go on.')]

describe("mode: 'observe'", () => {
  test('decides and reports, and sends the list of the host', async () => {
    const events: PlimsollEvent[] = []
    await using run = compose({ mode: 'observe' }).openRun({ report: (event) => events.push(event) })
    const call = await run.assemble(large)
    expect(call.messages).toEqual(large)
    expect(call.messages.every((message, index) => message === large[index])).toBe(true)
    expect(call.diagnostics).toMatchObject({ outcome: 'reduced', mode: 'observe' })
    expect(events.map(({ type }) => type)).toEqual([
      'assembly.started',
      'assembly.completed',
      'assembly.composed',
    ])
  })

  test('sends what it would have refused, and says so', async () => {
    const events: PlimsollEvent[] = []
    await using run = compose({ mode: 'observe' }).openRun({ report: (event) => events.push(event) })
    const call = await run.assemble([system(), user(bytes(3_000))])
    expect(call.messages).toHaveLength(2)
    expect(call.diagnostics?.outcome).toBe('irreducible')
    expect(events.map(({ type }) => type)).toEqual(['assembly.started', 'assembly.terminated'])
  })

  test('a reducer that throws fails nothing', async () => {
    const plimsoll = compose({
      mode: 'observe',
      upstreamReducer: () => {
        throw new Error('down')
      },
    })
    await using run = plimsoll.openRun()
    const call = await run.assemble(large)
    expect(call.messages).toEqual(large)
    expect(call.diagnostics).toBeUndefined()
  })

  test('an abort still ends the call', async () => {
    await using run = compose({ mode: 'observe' }).openRun()
    await expect(run.assemble(large, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough')
  })
})

test('an output reserve is taken off the hard limit', async () => {
  await using run = compose({ outputReserve: 400 }).openRun()
  const { diagnostics } = await run.assemble([user(bytes(500)), assistant(bytes(200)), user('new')])
  expect(diagnostics).toMatchObject({ hardLimit: 600, triggerThreshold: 600, outcome: 'reduced' })
})

test('an output reserve that leaves no room is refused', () => {
  expect(() => compose({ outputReserve: 1_000 })).toThrow(
    /outputReserve: leaves no room for input \(1000 of 1000\)/,
  )
})

describe('a reducer that fails between threshold and limit', () => {
  const between = [user(bytes(300)), assistant(bytes(300)), user('new')]
  const open = (answer: () => object) => {
    let asked = 0
    const plimsoll = compose({
      triggerMarginBytes: 600,
      onReducerFailure: 'fallback',
      upstreamReducer: () => {
        asked += 1
        return answer()
      },
    })
    return { run: plimsoll.openRun(), asked: () => asked }
  }
  const fail = (): never => {
    throw new Error('down')
  }

  test('rests for twice as many calls after each failure', async () => {
    const { run, asked } = open(fail)
    const askedAfter: number[] = []
    for (let call = 0; call < 8; call += 1) {
      const { diagnostics, commit } = await run.assemble(between)
      expect(diagnostics?.outcome).toBe('withinLimit')
      await commit()
      askedAfter.push(asked())
    }
    expect(askedAfter).toEqual([1, 1, 2, 2, 2, 3, 3, 3])
    await run.close()
  })

  test('tells in the diagnostics that it rested', async () => {
    const { run } = open(fail)
    await (await run.assemble(between)).commit()
    const { diagnostics } = await run.assemble(between)
    expect(diagnostics?.rejections).toEqual([{ attempt: 1, reasons: ['reducerRested'] }])
    await run.close()
  })

  test('is asked all the same when the list does not fit without it', async () => {
    const { run, asked } = open(fail)
    await (await run.assemble(between)).commit()
    await (await run.assemble(large)).commit()
    expect(asked()).toBe(2)
    await run.close()
  })

  test('is asked on every call again once it has answered', async () => {
    let failures = 1
    const { run, asked } = open(() => {
      failures -= 1
      return failures < 0 ? { drop: [0] } : fail()
    })
    for (let call = 0; call < 5; call += 1) await (await run.assemble(between)).commit()
    expect(asked()).toBe(4)
    await run.close()
  })
})

describe('a list that the provider finds too long', () => {
  const tooLong = new Error('too long')
  const history = [user(bytes(300)), assistant(bytes(300)), user(bytes(300)), assistant('ok'), user('new')]
  const isTooLong = (error: unknown): boolean => error === tooLong
  const size = (messages: readonly { content?: unknown }[]): number =>
    messages.reduce((sum, { content }) => sum + String(content).length, 0)

  test('is assembled once more under three quarters of the limit, and the run keeps that', async () => {
    await using run = compose().openRun({ dialect: openaiChat({ provider: 'openai' }) })
    const sent: number[] = []
    const send = (messages: readonly { content?: unknown }[]): string => {
      sent.push(size(messages))
      if (size(messages) > 800) throw tooLong
      return 'answer'
    }
    expect(await run.dispatch(history, send, { retryOnOverflow: isTooLong })).toBe('answer')
    expect(await run.dispatch(history, send)).toBe('answer')
    expect(sent).toEqual([905, 605, 605])
  })

  test('fails with the error of the provider when it is too long again', async () => {
    await using run = compose().openRun()
    let sends = 0
    const send = (): never => {
      sends += 1
      throw tooLong
    }
    await expect(run.dispatch(history, send, { retryOnOverflow: isTooLong })).rejects.toBe(tooLong)
    expect(sends).toBe(2)
  })

  test('is not sent again for any other failure', async () => {
    await using run = compose().openRun()
    let sends = 0
    const failure = new Error('other')
    const send = (): never => {
      sends += 1
      throw failure
    }
    await expect(run.dispatch(history, send, { retryOnOverflow: isTooLong })).rejects.toBe(failure)
    expect(sends).toBe(1)
  })
})

test('an estimator is frozen for a call, and learns from the usage that its commit reports', async () => {
  const observed: unknown[] = []
  let factor = 1
  const learning: SizeEstimator = {
    unit: 'estimatedTokens',
    estimate: () => factor,
    freeze: () => {
      const fixed = factor
      return {
        unit: 'estimatedTokens',
        estimate: () => {
          factor += 1
          return fixed
        },
        observe: (usage) => observed.push(usage),
      }
    },
  }
  const limit = { hardLimitBytes: undefined, hardLimitTokens: 100 } as object
  await using run = compose({ estimator: learning, ...limit }).openRun()
  const call = await run.assemble([user(), assistant(), user()])
  await call.commit({ usage: { inputTokens: 7 } })
  expect(call.diagnostics?.finalSize).toBe(3)
  expect(observed).toEqual([{ estimated: 3, reported: 7 }])
})
