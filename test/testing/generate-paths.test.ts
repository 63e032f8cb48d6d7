import { assemblyMachine, leasesMachine, runMachine } from 'plimsoll/machines'
import { chartHarness, type GeneratedPath, generatePaths, runPath } from 'plimsoll/testing'
import { describe, expect, test } from 'vitest'
import { ProfileError } from '../../src/errors/profile-error.ts'

const charts = [
  ['assembly', () => generatePaths({ machine: assemblyMachine, strategy: 'shortest' })],
  ['run', () => generatePaths({ machine: runMachine })],
  ['leases', () => generatePaths({ machine: leasesMachine, strategy: 'shortest' })],
] as const satisfies readonly (readonly [string, () => readonly GeneratedPath[]])[]

describe.each(charts)('paths through the %s chart', (chart, generate) => {
  const paths: readonly GeneratedPath[] = generate()

  test('are plain JSON', () => {
    expect(paths.length).toBeGreaterThan(0)
    expect(JSON.parse(JSON.stringify(paths))).toEqual(paths)
  })

  test('say in words where they end, each in other words', () => {
    expect(paths.every(({ description, steps }) => description.startsWith(`${steps.at(-1)?.state}: `))).toBe(
      true,
    )
    const described = paths.map(({ description, input }) => JSON.stringify([description, input]))
    expect(new Set(described).size).toBe(paths.length)
  })

  test('are the same every time', () => {
    expect(generate()).toEqual(paths)
  })

  test('are the ways of the chart itself', async () => {
    for (const path of paths.slice(0, 40)) {
      expect(await runPath(path, chartHarness(chart))).toEqual({ taken: true })
    }
  })
})

describe('a strategy', () => {
  const endsOf = (paths: readonly GeneratedPath[]) => new Set(paths.map(({ steps }) => steps.at(-1)?.state))

  test('of edges ends in every final state of the assembly chart', { timeout: 30_000 }, () => {
    const ends = endsOf(generatePaths({ machine: assemblyMachine }))
    for (const outcome of ['withinLimit', 'reduced', 'preservationFallback', 'irreducible'] as const)
      expect(ends).toContain(outcome)
    for (const end of ['concurrentMutationLimit', 'aborted', 'failed']) expect(ends).toContain(end)
  })

  test('of simple ways passes no state of the run chart twice, and ends where it is closed', () => {
    const paths = generatePaths({ machine: runMachine, strategy: 'simple' })
    expect(endsOf(paths)).toEqual(new Set(['closed']))
    for (const { start, steps } of paths) {
      const passed = [start, ...steps].map(({ state, facts }) => `${state} ${[...facts.openSlots].sort()}`)
      expect(new Set(passed).size).toBe(passed.length)
    }
  })

  test('of shortest ways is never longer than another way to the same facts', () => {
    const shortest = generatePaths({ machine: runMachine, strategy: 'shortest' })
    const simple = generatePaths({ machine: runMachine, strategy: 'simple' })
    const longest = Math.max(...shortest.map(({ steps }) => steps.length))
    expect(longest).toBeLessThanOrEqual(Math.max(...simple.map(({ steps }) => steps.length)))
  })

  test('gives no more paths than were asked for, the first ones', () => {
    const all = generatePaths({ machine: runMachine })
    expect(generatePaths({ machine: runMachine, limit: 5 })).toEqual(all.slice(0, 5))
    expect(generatePaths({ machine: assemblyMachine, strategy: 'simple', limit: 20 })).toHaveLength(20)
  })
})

describe('inputs of the caller', () => {
  test('are what the paths begin with', () => {
    const bounds = {
      hardLimit: 1_000,
      threshold: 1_000,
      maximumAttempts: 3,
      elidesResults: false,
      replays: false,
      relief: [],
      refusesBrokenSequence: false,
      toleratesReducerFailure: false,
    }
    const paths = generatePaths({ machine: assemblyMachine, strategy: 'shortest', inputs: [{ bounds }] })
    expect(paths.every(({ input }) => input.bounds.hardLimit === 1_000)).toBe(true)
    expect(Math.max(...paths.flatMap(({ steps }) => steps.map(({ facts }) => facts.attempts)))).toBe(3)
  })
})

test.each([
  ['a machine of somebody else', { machine: {} as typeof runMachine }, 'machine'],
  ['a strategy that there is not', { machine: runMachine, strategy: 'random' as 'edges' }, 'strategy'],
  ['a limit of nothing', { machine: runMachine, limit: 0 }, 'limit'],
] as const)('%s is refused by name', (_, options, path) => {
  expect(() => generatePaths(options)).toThrow(ProfileError)
  expect(() => generatePaths(options)).toThrow(path)
})
