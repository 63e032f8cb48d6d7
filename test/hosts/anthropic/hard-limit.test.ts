import { describe, expect, test } from 'vitest'
import { isContextOverflow } from '../../../src/dialects/recognise-overflow.ts'
import type { RuleServer } from '../../support/rule-server/start-rule-server.ts'
import { plimsollOf, type WatchedRun, watchRun } from '../ai-sdk/watch-run.ts'
import { connect, rejection } from './connect.ts'
import { rounds, type ToolLoop, toolLoops } from './tool-loop.ts'

const limit = 4_000
// What a small request of these loops has on the wire beside what is measured.
const framing = 800

describe.each(toolLoops)('a loop of $title that grows beyond the limit', (loop) => {
  test('sends more than the limit from its third result on without a bound', async () => {
    const { bytes } = await runLoop(loop)
    expect(bytes.map((size) => size > limit + framing)).toEqual([false, false, false, true, true, true])
  })

  test('sends nothing above the limit, and each round is entered', async () => {
    const watched = watch()
    const { bytes, server } = await runLoop(loop, watched)
    expect(Math.max(...bytes)).toBeLessThanOrEqual(limit + framing)
    expect(server.log.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(watched.composed.map(({ outcome }) => outcome)).toEqual([
      ...Array(3).fill('withinLimit'),
      ...Array(3).fill('reduced'),
    ])
    expect(watched.composed.every(({ finalSize }) => finalSize <= limit)).toBe(true)
    expect(watched.composed.every(({ finalSequenceValid }) => finalSequenceValid === true)).toBe(true)
    expect(watched.settled).toEqual(Array(6).fill('commit'))
  })

  test('ends where the model refuses a longer context, and only without a bound', async () => {
    const bare = await connect(rounds(5), { contextLimitBytes: limit + framing })
    const bounded = await connect(rounds(5), { contextLimitBytes: limit + framing, watched: watch() })
    const look = (): string => 'x'.repeat(1_300)
    expect(isContextOverflow(await rejection(loop.run(bare.client, look)))).toBe(true)
    expect(bare.server.log.map(({ status }) => status)).toEqual([200, 200, 200, 400])
    expect(await loop.run(bounded.client, look)).toHaveLength(14)
  })

  test('keeps the same history with and without a bound', async () => {
    const bounded = await runLoop(loop, watch())
    const bare = await runLoop(loop)
    expect(bounded.history).toEqual(bare.history)
    expect(bounded.history).toHaveLength(14)
    expect(JSON.stringify(bounded.history)).toContain('x'.repeat(1_300))
  })

  test('changes nothing of a request but its messages', async () => {
    const bounded = await runLoop(loop, watch())
    const bare = await runLoop(loop)
    const others = ({ log }: RuleServer) => log.map(({ request }) => ({ ...Object(request), messages: [] }))
    expect(others(bounded.server)).toEqual(others(bare.server))
    expect(others(bounded.server)[0]).toMatchObject({ temperature: 0.5, metadata: { user_id: 'somebody' } })
  })
})

test('a loop sends the same whether it streams or not', async () => {
  const [create, stream] = await Promise.all(toolLoops.slice(0, 2).map((loop) => runLoop(loop, watch())))
  const messages = (server: RuleServer | undefined) =>
    server?.log.map(({ request }) => Object(request).messages)
  expect(messages(stream?.server)).toEqual(messages(create?.server))
})

function watch(): WatchedRun {
  return watchRun(plimsollOf({ hardLimitBytes: limit, recentMessageRetentionCount: 1 }))
}

async function runLoop(loop: ToolLoop, watched?: WatchedRun) {
  const { client, server } = await connect(rounds(5), { watched })
  const history = await loop.run(client, () => 'x'.repeat(1_300))
  expect(server.log).toHaveLength(6)
  return { history, server, bytes: server.log.map(({ bytes }) => bytes) }
}
