import type { AnyStateMachine } from 'xstate'
import type { assemblyMachine, leasesMachine, runMachine } from '../../../machines/index.ts'
import { ProfileError } from '../../errors/profile-error.ts'
import type { ChartModel } from './chart-model.ts'
import { chartModels } from './chart-models.ts'
import { chooseWays, type PathStrategy } from './choose-ways.ts'
import { exploreChart } from './explore-chart.ts'
import type { ChartName, GeneratedPath, PathInput } from './generated-path.ts'
import { takeWay } from './take-way.ts'

interface NamedCharts {
  readonly assembly: typeof assemblyMachine
  readonly run: typeof runMachine
  readonly leases: typeof leasesMachine
}

/** Options of `generatePaths`. */
export interface GeneratePathsOptions<N extends ChartName> {
  /** One of the charts of `plimsoll/machines`. */
  readonly machine: NamedCharts[N]
  /**
   * `edges` (the default) takes every edge of the explored graph, `shortest` reaches every kind of state the shortest way,
   * `simple` gives ways to a final state that pass no kind of state twice.
   */
  readonly strategy?: PathStrategy
  /** What the chart is started with, plain. Default: inputs that switch every option on and off. */
  readonly inputs?: readonly PathInput<N>[]
  /** Gives no more paths than this, the first ones. Default 10,000. */
  readonly limit?: number
}

const chartNames: readonly ChartName[] = ['assembly', 'run', 'leases']
const strategies: readonly PathStrategy[] = ['edges', 'shortest', 'simple']

/**
 * Paths through a chart for model-based tests, as plain JSON without content: which events, and where the chart is after
 * each, with its facts. The same options always give the same paths.
 *
 * @throws ProfileError when the machine is none of `plimsoll/machines`, or an option is out of order
 * @example
 * const paths = generatePaths({ machine: assemblyMachine, strategy: 'edges' })
 */
export function generatePaths(options: GeneratePathsOptions<'assembly'>): readonly GeneratedPath<'assembly'>[]
export function generatePaths(options: GeneratePathsOptions<'run'>): readonly GeneratedPath<'run'>[]
export function generatePaths(options: GeneratePathsOptions<'leases'>): readonly GeneratedPath<'leases'>[]
export function generatePaths(options: GeneratePathsOptions<ChartName>): readonly GeneratedPath[]
export function generatePaths({
  machine,
  strategy = 'edges',
  inputs,
  limit = 10_000,
}: GeneratePathsOptions<ChartName>): readonly GeneratedPath[] {
  const chart = chartNames.find((name) => chartModels[name].machine === machine)
  if (chart === undefined) throw refused('machine', 'must be a chart of plimsoll/machines')
  if (!strategies.includes(strategy)) throw refused('strategy', `must be one of ${strategies.join(', ')}`)
  if (!Number.isSafeInteger(limit) || limit < 1) throw refused('limit', 'must be a positive integer')
  // The model of the chart that was named, whose inputs these are.
  const model = chartModels[chart] as unknown as ChartModel<AnyStateMachine, PathInput, object>
  const paths: GeneratedPath[] = []
  for (const input of inputs ?? model.inputs) {
    const ways = chooseWays(exploreChart(model, input), strategy, limit - paths.length)
    paths.push(...ways.map((way) => takeWay(chart, model, input, way)))
    if (paths.length >= limit) break
  }
  return paths
}

function refused(path: string, message: string): ProfileError {
  return new ProfileError([{ path, message }])
}
