import { type Actor, createActor, type InspectionEvent, toPromise } from 'xstate'
import { assemblyMachine } from '../../machines/index.ts'
import { type AssemblyPath, type AssemblySnapshot, bucketOf, stateOf } from './assembly-events.ts'
import { noteTransitions } from './chart-transitions.ts'
import { momentsOf } from './path-moments.ts'
import { ScriptedHost } from './scripted-host.ts'

/** What there is to compare between a path of the chart and the same path with a workbench that does the work. */
export interface ReplayedStep {
  readonly event: string
  readonly state: string
  readonly facts: object
}

/** The steps as the chart alone foresees them. */
export function foreseenSteps({ steps }: AssemblyPath): readonly ReplayedStep[] {
  return steps.map(({ event, state }) => replayedStep(event.type, state))
}

/** Runs a path with the real workbench over scripted content, and gives its steps, as many as the path has. */
export async function replayPath(path: AssemblyPath, taken: Set<string>): Promise<readonly ReplayedStep[]> {
  const moments = momentsOf(path)
  const host = new ScriptedHost(moments, path.input.bounds)
  const seen: ReplayedStep[] = []
  const note = noteTransitions(taken)
  let next = 0
  let actor: Actor<typeof assemblyMachine> | undefined

  // What the host does in a state is sent before the state's step begins, so that it comes before the answer.
  const enter = (state: string): void => {
    host.wait()
    for (; moments[next]?.state === state; next += 1) {
      const event = moments[next]?.event
      if (event?.type !== 'assembly.abort' && event?.type !== 'history.changed') {
        host.prepare(next)
        next += 1
        return
      }
      actor?.send(event)
    }
    if (next >= moments.length) actor?.send({ type: 'assembly.abort' })
  }
  const inspect = (event: InspectionEvent): void => {
    note(event)
    if (event.actorRef !== actor) return
    if (
      event.type === '@xstate.microstep' &&
      event._transitions.length > 0 &&
      event.event.type !== 'xstate.init'
    ) {
      const snapshot = event.snapshot as AssemblySnapshot // the actor is an assembly
      if (snapshot._nodes.some(({ invoke }) => invoke.length > 0)) enter(stateOf(snapshot))
    }
    if (event.type === '@xstate.snapshot' && event.event.type !== 'xstate.init') {
      seen.push(replayedStep(event.event.type, event.snapshot as AssemblySnapshot)) // likewise
    }
  }
  actor = createActor(assemblyMachine, {
    input: { workbench: host.workbench, bounds: host.bounds },
    inspect,
  })
  const ended = toPromise(actor)
  enter(stateOf(actor.getSnapshot()))
  actor.start()
  await ended
  return seen.slice(0, moments.length)
}

function replayedStep(event: string, snapshot: AssemblySnapshot): ReplayedStep {
  const { context, output } = snapshot
  const { attempts, restarts, origin, stages, rejections, originalSize } = context
  return {
    event,
    state: stateOf(snapshot),
    facts: {
      attempts,
      restarts,
      origin,
      stages,
      rejections,
      size: bucketOf(context.size),
      originalSize: originalSize === null ? null : bucketOf(originalSize),
      output: output && {
        ...output,
        size: bucketOf(output.size),
        originalSize: bucketOf(output.originalSize),
      },
    },
  }
}
