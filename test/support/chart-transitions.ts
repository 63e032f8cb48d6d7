import {
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  createActor,
  type EventObject,
  type InspectionEvent,
} from 'xstate'
import type { ChartPath } from './cover-edges.ts'

/** Every transition that a chart declares, on its root and on each state, with and without an event. */
export function declaredTransitions(machine: AnyStateMachine): readonly string[] {
  return [machine.root, ...descendants(machine.root)].flatMap((node) =>
    [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(describeTransition),
  )
}

/** Notes the transitions that an actor takes: give `inspect` to `createActor`, or the first ones are missed. */
export function noteTransitions(taken: Set<string>): (event: InspectionEvent) => void {
  return (event) => {
    if (event.type !== '@xstate.microstep') return
    for (const definition of event._transitions)
      if ('source' in definition) taken.add(describeTransition(definition))
  }
}

/** Takes a path with a running actor, and gives the state value after each event. */
export function takePath(
  machine: AnyStateMachine,
  { input, steps }: ChartPath<unknown, EventObject, unknown>,
  taken: Set<string>,
): readonly unknown[] {
  const actor = createActor(machine, { input, inspect: noteTransitions(taken) })
  // An error that nobody observes would end the test process.
  actor.subscribe({ error: () => {} })
  actor.start()
  const values = steps.map(({ event }) => {
    actor.send(event)
    return actor.getSnapshot().value
  })
  actor.stop()
  return values
}

export function descendants(node: AnyStateNode): readonly AnyStateNode[] {
  return Object.values(node.states).flatMap((child) => [child, ...descendants(child)])
}

function describeTransition({ source, eventType, guard, target }: AnyTransitionDefinition): string {
  const condition = typeof guard === 'string' ? ` [${guard}]` : ''
  const targets = (target ?? []).map(({ id }) => id).join(', ')
  return `${source.id}: ${eventType || 'always'}${condition} -> ${targets || 'stays'}`
}
