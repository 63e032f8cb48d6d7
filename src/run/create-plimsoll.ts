import type { Dialect } from '../dialects/dialect.ts'
import { openaiChat } from '../dialects/openai-chat/index.ts'
import { Reporter } from '../observability/reporter.ts'
import { type CapabilityProfile, requestCapabilities } from '../profile/capability-profile.ts'
import { type Composition, compose } from '../profile/compose.ts'
import { BoundingRun, type BoundingRunInput } from './bounding-run.ts'
import { checkChildOptions, checkRunOptions } from './check-run-options.ts'
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
      return new BoundingRun<N>({
        id,
        agentId,
        depth: 0,
        profile,
        dialect: options.dialect ?? defaultDialect(),
        trustBinding: options.trustBinding,
        reporter: options.report
          ? new Reporter(options.report, scope, { sequenceNumber: 0, failures: 0 })
          : null,
        onRefusal: options.onRefusal,
        inspect: options.inspect,
        admission: options.admission ?? 'concurrent',
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
    reporter: parent.reporter?.child({ runId: id, agentId, parentAgentId: parent.agentId, depth }) ?? null,
    onClosed,
  })
}

// A run that is opened without a dialect reads the shape that most hosts speak.
function defaultDialect<M>(): Dialect<M> {
  return openaiChat() as unknown as Dialect<M> // M is the chat message where no dialect was named
}
