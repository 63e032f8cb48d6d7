import type { Dialect } from '../dialects/dialect.ts'
import { openaiChat } from '../dialects/openai-chat/index.ts'
import type { Report } from '../observability/events.ts'
import { Reporter } from '../observability/reporter.ts'
import { RunTotals } from '../observability/run-totals.ts'
import { type CapabilityProfile, requestCapabilities } from '../profile/capability-profile.ts'
import { type Composition, compose } from '../profile/compose.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import { BoundingRun, type BoundingRunInput } from './bounding-run.ts'
import { checkChildOptions, checkRunOptions, memoryOf } from './check-run-options.ts'
import { passThroughRun } from './pass-through-run.ts'
import type { Run } from './run.ts'
import { runIdOf } from './run-id.ts'
import type { ChildOptions, RunOptions } from './run-options.ts'

/** One composition, made once per process; it holds options and no state of any run. */
export interface Plimsoll<M = unknown> {
  readonly capabilities: CapabilityProfile
  /** Whether compaction is on. */
  readonly isBounding: boolean
  /** Opens a run, one per request. */
  openRun<N = M>(options?: RunOptions<N>): Run<N>
}

/**
 * Composes the library: the capability and the profile together turn compaction on, neither of them lets every list pass
 * untouched.
 *
 * @throws CompositionError when one is given without the other
 * @throws ProfileError when an option is out of order; its issues name path, value and remedy
 * @example
 * const plimsoll = createPlimsoll(recommended({ hardLimitBytes: kibibytes(600) }))
 */
export function createPlimsoll<M = unknown>(composition: Composition<M> = {}): Plimsoll<M> {
  const profile = compose(composition)
  return Object.freeze({
    capabilities: composition.capabilities ?? requestCapabilities([]),
    isBounding: profile !== null,
    openRun: <N>(options: RunOptions<N> = {}): Run<N> => {
      checkRunOptions(options)
      if (!profile) return passThroughRun(options)
      const id = runIdOf(options.id)
      const agentId = options.identity?.agentId ?? null
      const scope = { runId: id, agentId, parentAgentId: options.identity?.parentAgentId ?? null, depth: 0 }
      const totals = new RunTotals(profile.estimator.unit)
      return new BoundingRun<N>({
        id,
        agentId,
        depth: 0,
        profile: counted(profile, totals),
        dialect: options.dialect ?? defaultDialect(),
        trustBinding: options.trustBinding,
        reporter: new Reporter(sinksOf(options.report), scope, totals),
        metrics: () => totals.metrics(),
        onRefusal: (error) => {
          totals.refusalCount += 1
          return options.onRefusal?.(error)
        },
        inspect: options.inspect,
        admission: options.admission ?? 'concurrent',
        memory: memoryOf(options),
        openChild,
        onClosed: () => {},
      })
    },
  })
}

function openChild<M>(parent: BoundingRunInput<M>, options: ChildOptions<M>, onClosed: () => void): Run<M> {
  checkChildOptions(options)
  const agentId = options.agentId ?? null
  const id = runIdOf(options.id)
  const depth = parent.depth + 1
  return new BoundingRun<M>({
    ...parent,
    id,
    agentId,
    depth,
    dialect: options.dialect ?? parent.dialect,
    admission: options.admission ?? parent.admission,
    memory: memoryOf(options),
    reporter: parent.reporter?.child({ runId: id, agentId, parentAgentId: parent.agentId, depth }) ?? null,
    onClosed,
  })
}

function sinksOf(report: RunOptions<unknown>['report']): readonly Report[] {
  if (report === undefined) return []
  return typeof report === 'function' ? [report] : [...report]
}

// Here, since a call of the reducer is counted also where the assembly that makes it comes to no decision.
function counted(profile: CheckedProfile, totals: RunTotals): CheckedProfile {
  return {
    ...profile,
    upstreamReducer: (request) => {
      totals.reducerCallCount += 1
      return profile.upstreamReducer(request)
    },
  }
}

// A run that is opened without a dialect reads the shape that most hosts speak.
function defaultDialect<M>(): Dialect<M> {
  return openaiChat() as unknown as Dialect<M> // M is the chat message where no dialect was named
}
