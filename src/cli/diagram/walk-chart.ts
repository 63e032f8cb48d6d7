/** What is read of a machine: a part of XState's own state nodes, which only the floors that run charts import. */
export interface ChartMachine {
  readonly root: StateNode
}

type Named = string | { readonly type: string } | ((...all: never[]) => unknown)

interface StateNode {
  readonly id: string
  readonly key: string
  readonly description?: string | undefined
  readonly type: string
  readonly order: number
  readonly states: Readonly<Record<string, StateNode>>
  readonly entry: readonly Named[]
  readonly invoke: readonly { readonly id: string }[]
  readonly initial?: { readonly target: readonly { readonly id: string }[] } | undefined
  readonly transitions: ReadonlyMap<string, readonly Transition[]>
  readonly always?: readonly Transition[] | undefined
}

interface Transition {
  readonly source: { readonly id: string }
  readonly eventType: string
  readonly guard?: Named | undefined
  readonly target?: readonly { readonly id: string }[] | undefined
  readonly actions: readonly Named[]
}

/** One state of a chart, with what a drawing says about it. */
export interface ChartState {
  readonly id: string
  readonly name: string
  readonly description: string | undefined
  /** `routing` states are left at once: they have only `always` transitions. */
  readonly kind: 'compound' | 'waiting' | 'routing' | 'final'
  /** Actors that run as long as the state is active. */
  readonly invokes: readonly string[]
  readonly entryActions: readonly string[]
  readonly initial: string | undefined
  readonly states: readonly ChartState[]
}

/** One transition, in the order in which the chart tries it. */
export interface ChartTransition {
  readonly source: string
  /** Undefined for one that is taken without an event. */
  readonly event: string | undefined
  readonly guard: string | undefined
  /** Undefined when the state stays and only actions run. */
  readonly target: string | undefined
  readonly actions: readonly string[]
}

export interface Chart {
  readonly root: ChartState
  readonly transitions: readonly ChartTransition[]
}

/** Reads states and transitions out of a machine's state nodes, in the order of their declaration. */
export function walkChart(machine: ChartMachine): Chart {
  const nodes = [machine.root, ...descendants(machine.root)]
  return { root: readState(machine.root), transitions: nodes.flatMap(readTransitions) }
}

function descendants(node: StateNode): readonly StateNode[] {
  return childrenOf(node).flatMap((child) => [child, ...descendants(child)])
}

function childrenOf(node: StateNode): readonly StateNode[] {
  return Object.values(node.states).sort((left, right) => left.order - right.order)
}

function readState(node: StateNode): ChartState {
  return {
    id: node.id,
    name: node.key,
    description: node.description,
    kind: kindOf(node),
    invokes: node.invoke.map(({ id }) => id),
    entryActions: node.entry.map(nameOf),
    initial: node.initial?.target[0]?.id,
    states: childrenOf(node).map(readState),
  }
}

function kindOf(node: StateNode): ChartState['kind'] {
  if (node.type === 'final') return 'final'
  if (node.type === 'compound') return 'compound'
  return node.always && node.always.length > 0 ? 'routing' : 'waiting'
}

function readTransitions(node: StateNode): readonly ChartTransition[] {
  return [...[...node.transitions.values()].flat(), ...(node.always ?? [])].map(readTransition)
}

function readTransition(definition: Transition): ChartTransition {
  const { source, eventType, guard, target, actions } = definition
  return {
    source: source.id,
    event: eventType === '' ? undefined : eventType,
    guard: guard === undefined ? undefined : nameOf(guard),
    target: target?.[0]?.id,
    actions: actions.map(nameOf),
  }
}

// Every guard and action has a name in `setup`; a function would be one that the drawing can't name.
function nameOf(part: Named): string {
  if (typeof part === 'string') return part
  return typeof part === 'function' ? part.name : part.type
}
