import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, InspectionEvent } from 'xstate'

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

export function descendants(node: AnyStateNode): readonly AnyStateNode[] {
  return Object.values(node.states).flatMap((child) => [child, ...descendants(child)])
}

function describeTransition({ source, eventType, guard, target }: AnyTransitionDefinition): string {
  const condition = typeof guard === 'string' ? ` [${guard}]` : ''
  const targets = (target ?? []).map(({ id }) => id).join(', ')
  return `${source.id}: ${eventType || 'always'}${condition} -> ${targets || 'stays'}`
}
