import { type Actor, createActor } from 'xstate'
import type { AssemblyBounds, AssemblyContext, AssemblyEvent, AssemblyResult } from '../../machines/index.ts'
import { assemblyMachine } from '../../machines/index.ts'
import { stateOf } from '../../src/testing/paths/chart-model.ts'
import { answers, bounds } from './assembly-events.ts'
import { type WaitingWorkbench, waitingWorkbench } from './waiting-workbench.ts'

/** Where an assembly is. */
export interface WalkedAssembly extends Pick<WaitingWorkbench, 'asked' | 'adopted' | 'kept'> {
  readonly actor: Actor<typeof assemblyMachine>
  readonly state: string
  readonly context: AssemblyContext
  /** Undefined as long as it goes on. */
  readonly result: AssemblyResult | undefined
}

type Move = AssemblyEvent | ((answer: ReturnType<typeof answers>) => AssemblyEvent)

/** Starts an assembly, and sends it events; answers of steps are made for the epoch that it is in by then. */
export function walkAssembly(overrides: Partial<AssemblyBounds>, ...moves: readonly Move[]): WalkedAssembly {
  const { workbench, asked, adopted, kept } = waitingWorkbench()
  const actor = createActor(assemblyMachine, { input: { workbench, bounds: bounds(overrides) } })
  actor.start()
  for (const move of moves) {
    const answer = answers(actor.getSnapshot().context.epoch)
    actor.send(typeof move === 'function' ? move(answer) : move)
  }
  const snapshot = actor.getSnapshot()
  return {
    actor,
    asked,
    adopted,
    kept,
    state: stateOf(snapshot),
    context: snapshot.context,
    result: snapshot.output,
  }
}
