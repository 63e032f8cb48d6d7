import { randomUUID } from 'node:crypto'
import type { AssemblyBounds, AssemblyResult, Workbench } from '../../machines/assembly/assembly.ports.ts'
import type { SnapshotSource } from '../assembly/snapshot-source.ts'
import { AssemblyWorkbench } from '../assembly/workbench.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { CompositionError } from '../errors/composition-error.ts'
import type { AssemblyDiagnostics } from '../observability/diagnostics.ts'
import { type Composition, compose } from '../profile/compose.ts'
import { boundsOf } from '../run/bounds-of.ts'
import { checkOverhead } from '../run/check-overhead.ts'
import { concludeAssembly } from '../run/conclude-assembly.ts'
import { noRest } from '../run/reducer-rest.ts'

/** What a workbench of your own is made of. */
export interface WorkbenchOptions<M> {
  /** Both halves, as `createPlimsoll` takes them: `recommended({ hardLimitBytes })`. */
  readonly composition: Composition<M>
  /** The shape of the messages. */
  readonly dialect: Dialect<M>
  /** What the request carries beside the messages: a size in the profile's unit, or texts to be measured. Default 0. */
  readonly overhead?: number | readonly string[]
  /** The call's own. No source is read and no reducer is asked once it is aborted; stopping the chart is the host's. */
  readonly signal?: AbortSignal | undefined
  /** All that the workbench shows of itself, in inspectors and in JSON. Default 0. */
  readonly callNumber?: number
}

/** What one provider call needs to run the assembly chart in an actor system of the host's. */
export interface EmbeddedWorkbench<M> {
  /** Input of the assembly chart; also a part of the run chart's `call.requested`. Give it to one assembly. */
  readonly workbench: Workbench
  readonly bounds: AssemblyBounds
  /**
   * Opens what the chart has decided, when it has ended: the list to send, and its diagnostics.
   *
   * @param result the chart's output, or the `result` of the run chart's `call.settled`
   * @throws AssemblyTerminatedError when nothing may be sent
   * @throws the error that ended the assembly, by identity
   */
  open(result: AssemblyResult): { readonly messages: readonly M[]; readonly diagnostics: AssemblyDiagnostics }
}

/**
 * A workbench over plain messages, for a host that runs the charts in its own actor system. It has no leases, no memory and
 * no reports: a run of `createPlimsoll` has them.
 *
 * @throws CompositionError when the composition lacks a half
 * @throws ProfileError when an option is out of order, or the overhead leaves no room for messages
 * @example
 * const { workbench, bounds, open } = createWorkbench(messages, { composition, dialect: openaiChat() })
 * const assembly = createActor(assemblyMachine, { input: { workbench, bounds } }).start()
 * const { messages: bounded } = open(await toPromise(assembly))
 */
export function createWorkbench<M>(
  messages: readonly M[] | SnapshotSource<M>,
  { composition, dialect, overhead = 0, signal = neverAborted(), callNumber = 0 }: WorkbenchOptions<M>,
): EmbeddedWorkbench<M> {
  const profile = compose(composition)
  if (!profile) throw new CompositionError('capabilityWithoutProfile')
  const workbench = new AssemblyWorkbench<M>({
    history: messages,
    dialect,
    profile,
    overhead: checkOverhead(overhead, profile),
    desk: { reserve: () => new Set<string>(), send: () => {}, anyFree: () => false },
    bodies: () => [],
    offload: null,
    rest: noRest,
    memory: null,
    run: {},
    callNumber,
    signal,
    onStarted: () => {},
  })
  checkOverhead(workbench.overhead, profile)
  const context = {
    assemblyId: randomUUID(),
    profile,
    rules: dialect.rules,
    reporter: null,
    memory: null,
    trustBinding: undefined,
    signal,
  }
  return {
    workbench,
    bounds: boundsOf(profile, false),
    open: (result) => {
      const { messages: sent, diagnostics } = concludeAssembly(result, workbench, context)
      return { messages: Object.freeze([...sent]), diagnostics }
    },
  }
}

function neverAborted(): AbortSignal {
  return new AbortController().signal
}
