import { expect, test } from 'vitest'
import { assemblyMachine } from '../../machines/index.ts'
import { readRecording, recordRun } from '../../src/inspect/index.ts'
import { chartLayout } from '../../src/report/chart-layout.ts'
import { writeReport } from '../../src/report/index.ts'
import { pathOfStages, pathsOf } from '../../src/report/paths-of.ts'
import { reportCalls } from '../../src/report/report-calls.ts'
import { EventLog } from '../observability/event-log.ts'
import { play, situations } from '../observability/situations.ts'
import { canary, findCanaries } from '../privacy/find-canaries.ts'
import { compose } from '../support/compose.ts'
import { bytes, user } from '../support/messages.ts'

const large = [user(bytes(600)), user(bytes(600)), user('new')]

test('the same events give the same page, and it holds its data as JSON', async () => {
  const log = new EventLog()
  await compose()
    .openRun({ id: 'run-1', report: log.report })
    .dispatch(large, () => 'sent')
  const html = writeReport(log.events)
  expect(writeReport(log.events)).toBe(html)
  const [, json = ''] = /<script type="application\/json" id="data">([^<]*)<\/script>/.exec(html) ?? []
  const { calls } = JSON.parse(json)
  expect(calls).toHaveLength(1)
  expect(calls[0]).toMatchObject({
    runId: 'run-1',
    composed: true,
    diagnostics: { outcome: 'reduced', finalSize: 603 },
  })
})

test('the page refers to nothing outside of itself', () => {
  const html = writeReport([])
  expect(html).not.toMatch(/(src|href)="(?!data:,")/)
  expect(html.match(/https?:\/\/[^' ]+/g)).toEqual(['http://www.w3.org/2000/svg'])
})

test('messages are in it only on request', async () => {
  const log = new EventLog()
  await compose()
    .openRun({ report: log.report })
    .dispatch([user(canary('message'))], () => 'sent')
  expect(findCanaries(writeReport(log.events))).toEqual([])
  expect(findCanaries(writeReport(log.events, { messagesOf: () => [user(canary('message'))] }))).toEqual([
    '$',
  ])
})

test('every state of the chart has its place, and no two share one', () => {
  const { states, width, height, box } = chartLayout()
  const leaves = Object.values(assemblyMachine.root.states).flatMap((phase) =>
    phase.type === 'final' ? [phase.id] : Object.values(phase.states).map(({ id }) => id),
  )
  expect(states.map(({ id }) => id).sort()).toEqual(leaves.sort())
  expect(new Set(states.map(({ x, y }) => `${x} ${y}`)).size).toBe(states.length)
  for (const { x, y } of states) {
    expect(x + box.width).toBeLessThanOrEqual(width)
    expect(y + box.height).toBeLessThanOrEqual(height)
  }
})

test.each(situations)(
  'the path from the stages is part of the recorded one when $name',
  async (situation) => {
    const lines: string[] = []
    const { sending, run } = play(
      situation,
      recordRun((line) => lines.push(line)),
    )
    await sending.catch(() => {})
    await run.close()
    const recording = readRecording(lines.join(''))
    const events = recording.flatMap((line) => (line.type === 'event' ? [line.event] : []))
    const known = new Set(chartLayout().states.map(({ id }) => id))
    for (const { diagnostics, path } of reportCalls(events, pathsOf(recording))) {
      const recorded = path.map(({ state }) => state)
      for (const state of recorded) expect(known).toContain(state)
      if (!diagnostics) continue
      let from = 0
      for (const { state } of pathOfStages({ ...diagnostics, keptIndexes: [] })) {
        const at = recorded.indexOf(state, from)
        expect(at, state).toBeGreaterThanOrEqual(from)
        from = at + 1
      }
      expect(recorded.at(-1)).toBe(`assembly.${diagnostics.outcome}`)
    }
  },
)

test('a call that came to no decision is shown without one', async () => {
  const log = new EventLog()
  const run = compose({
    upstreamReducer: () => {
      throw new Error('the host’s own')
    },
  }).openRun({ report: log.report })
  await run.dispatch(large, () => 'sent').catch(() => {})
  expect(reportCalls(log.events, new Map())).toMatchObject([{ diagnostics: null, composed: false, path: [] }])
})
