import type { Dialect } from '../dialects/dialect.ts'
import { openaiChat } from '../dialects/openai-chat/index.ts'
import { RunStateError } from '../errors/run-state-error.ts'
import { addMetrics } from '../observability/add-metrics.ts'
import type { Report } from '../observability/events.ts'
import { Reporter } from '../observability/reporter.ts'
import { RunTotals } from '../observability/run-totals.ts'
import { type CapabilityProfile, requestCapabilities } from '../profile/capability-profile.ts'
import { type Composition, compose } from '../profile/compose.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import { answeringAtOnce, answersAtOnce } from '../reducers/answers-at-once.ts'
import { artifactSettingsOf } from './artifact-settings.ts'
import { BoundingRun } from './bounding-run.ts'
import type { BoundingRunInput } from './bounding-run-input.ts'
import { checkChildOptions, checkRunOptions, memoryOf } from './check-run-options.ts'
import { passThroughRun } from './pass-through-run.ts'
import { readPersistedRun } from './persisted-run.ts'
import { restoreBodies } from './restore-bodies.ts'
import { type RestoredRun, restoredRun } from './restored-run.ts'
import type { Run } from './run.ts'
import { idMaker, runIdOf } from './run-id.ts'
import type { ChildOptions, RunOptions } from './run-options.ts'

/** One composition, made once per process; it holds options and no state of any run. */
export interface Plimsoll<M = unknown> {
  readonly capabilities: CapabilityProfile
  /** Whether compaction is on. */
  readonly isBounding: boolean
  /** Whether it only observes (`mode: 'observe'`): lists go by untouched, measured and reported. */
  readonly isObserving: boolean
  /** Opens a run, one per request. */
  openRun<N = M>(options?: RunOptions<N>): Run<N>
  /**
   * Opens a run that goes on from what `run.persist()` answered, in this process or another one. Bodies that waited are read
   * from the workspace again, and that is told. What a process was sending when it came to its end counts as delivered.
   *
   * @throws RunStateError naming each field that is not in order, or the version where it is not known here
   * @throws LeaseError when shared leases are out of reach
   */
  restoreRun<N = M>(state: unknown, options?: Omit<RunOptions<N>, 'id'>): Promise<Run<N>>
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
    isObserving: profile?.mode === 'observe',
    openRun: <N>(options: RunOptions<N> = {}): Run<N> => openRun(profile, options, null),
    restoreRun: async <N>(state: unknown, options: Omit<RunOptions<N>, 'id'> = {}): Promise<Run<N>> => {
      checkRunOptions(options)
      const persisted = readPersistedRun(state)
      const unit = profile?.estimator.unit ?? persisted.metrics.unit
      if (persisted.metrics.unit !== unit) {
        throw new RunStateError([
          { path: 'metrics.unit', message: `must be ${unit}, as the run is to be bounded` },
        ])
      }
      const restored = await restoredRun(persisted, options.leases)
      const run = openRun(profile, { ...options, id: persisted.runId }, restored)
      try {
        await restoreBodies(run, persisted.pending)
        return run
      } catch (error) {
        // Nobody else has it to close it.
        await run.close()
        throw error
      }
    },
  })
}

function openRun<M>(
  profile: CheckedProfile | null,
  options: RunOptions<M>,
  restored: RestoredRun | null,
): Run<M> {
  checkRunOptions(options)
  const artifacts = artifactSettingsOf(options)
  if (!profile) return passThroughRun(options)
  const newId = idMaker(options.newId)
  const id = runIdOf(options.id, newId)
  const agentId = options.identity?.agentId ?? null
  const scope = { runId: id, agentId, parentAgentId: options.identity?.parentAgentId ?? null, depth: 0 }
  const totals = new RunTotals(profile.estimator.unit)
  totals.sequenceNumber = restored?.sequenceNumber ?? 0
  return new BoundingRun<M>({
    id,
    agentId,
    depth: 0,
    profile: counted(profile, totals),
    dialect: options.dialect ?? defaultDialect(),
    trustBinding: options.trustBinding,
    reporter: new Reporter(sinksOf(options.report), scope, totals, options.clock),
    newId,
    metrics: () => (restored ? addMetrics(restored.metrics, totals.metrics()) : totals.metrics()),
    sequenceNumber: () => totals.sequenceNumber,
    onRefusal: (error) => {
      totals.refusalCount += 1
      return options.onRefusal?.(error)
    },
    inspect: options.inspect,
    admission: options.admission ?? 'concurrent',
    memory: memoryOf(options),
    artifacts,
    leases: options.leases ?? null,
    restored,
    openChild,
    onClosed: () => {},
  })
}

function openChild<M>(parent: BoundingRunInput<M>, options: ChildOptions<M>, onClosed: () => void): Run<M> {
  checkChildOptions(options)
  const agentId = options.agentId ?? null
  const id = runIdOf(options.id, parent.newId)
  const depth = parent.depth + 1
  return new BoundingRun<M>({
    ...parent,
    id,
    agentId,
    depth,
    dialect: options.dialect ?? parent.dialect,
    admission: options.admission ?? parent.admission,
    memory: memoryOf(options),
    leases: options.leases ?? null,
    restored: null,
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
  const { upstreamReducer } = profile
  const ask: CheckedProfile['upstreamReducer'] = (request) => {
    totals.reducerCallCount += 1
    return upstreamReducer(request)
  }
  return { ...profile, upstreamReducer: answersAtOnce(upstreamReducer) ? answeringAtOnce(ask) : ask }
}

// A run that is opened without a dialect reads the shape that most hosts speak.
function defaultDialect<M>(): Dialect<M> {
  return openaiChat() as unknown as Dialect<M> // M is the chat message where no dialect was named
}
