import { runMachine } from 'plimsoll/machines'
import { chartHarness, generatePaths, PathDivergedError, type PathHarness, runPath } from 'plimsoll/testing'
import { expect, test, vi } from 'vitest'

const paths = generatePaths({ machine: runMachine })
const path = paths.find(({ steps }) => steps.length > 1) ?? expect.fail('a path of two steps')

/** The chart itself, with one thing changed. */
function harness(changes: Partial<PathHarness<'run'>>): PathHarness<'run'> {
  return { ...chartHarness('run'), ...changes }
}

test('an implementation that goes where the chart goes is through', async () => {
  expect(await runPath(path, chartHarness('run'))).toEqual({ taken: true })
})

test('an implementation in another state is told after which step, and what differs', async () => {
  const chart = chartHarness('run')
  const strayed = harness({
    start: chart.start,
    take: async (step, at) => ({ ...(await chart.take(step, at)), ...(at === 1 ? { state: 'lost' } : {}) }),
  })
  const error = await runPath(path, strayed).catch((thrown: unknown) => thrown)
  expect(PathDivergedError.isInstance(error) && error).toMatchObject({
    chart: 'run',
    step: 1,
    differences: ['state'],
    foreseen: { state: path.steps[1]?.state },
    observed: { state: 'lost' },
  })
})

test('a fact that differs is named', async () => {
  const strayed = harness({ start: () => ({ state: path.start.state, facts: { settledCalls: 7 } }) })
  await expect(runPath(path, strayed)).rejects.toMatchObject({ step: -1, differences: ['settledCalls'] })
})

test('a fact that can not be told is not compared', async () => {
  const chart = chartHarness('run')
  const silent = harness({
    start: async (started) => ({ state: (await chart.start(started)).state, facts: {} }),
    take: async (step, at) => ({ state: (await chart.take(step, at)).state, facts: {} }),
  })
  expect(await runPath(path, silent)).toEqual({ taken: true })
})

test('a path that is not supported is not begun, and the reason comes back', async () => {
  const start = vi.fn()
  const result = await runPath(path, harness({ unsupported: () => 'no second call', start }))
  expect(result).toEqual({ taken: false, reason: 'no second call' })
  expect(start).not.toHaveBeenCalled()
})

test('what was begun is ended, also when it strays or throws', async () => {
  const stop = vi.fn()
  const throws = harness({
    take: () => {
      throw new Error('broken')
    },
    stop,
  })
  await expect(runPath(path, throws)).rejects.toThrow('broken')
  expect(stop).toHaveBeenCalledOnce()
})
