import type { Chart, ChartState, ChartTransition } from './walk-chart.ts'

/** A state as it is drawn: states that only hold others become phases. */
export interface DrawnState {
  readonly id: string
  readonly name: string
  readonly kind: 'waiting' | 'routing' | 'final'
  /** What runs in the state, and what it does without leaving it; one line each. */
  readonly lines: readonly string[]
}

export interface DrawnPhase {
  readonly id: string
  readonly name: string
  readonly description: string | undefined
  readonly states: readonly DrawnState[]
}

export interface DrawnEdge {
  readonly from: string
  readonly to: string
  readonly label: string
  /** Goes back to a state of an earlier phase. */
  readonly isReturn: boolean
}

/** What a chart looks like, before any drawing language. */
export interface Drawing {
  readonly name: string
  readonly initial: string
  /** Phases in the order of the story. */
  readonly phases: readonly DrawnPhase[]
  /** States outside of phases: for a chart with phases, its final ones. */
  readonly states: readonly DrawnState[]
  readonly edges: readonly DrawnEdge[]
  /** What holds in every state, said once instead of drawn from everywhere. */
  readonly notes: readonly string[]
}

/** Decides what is drawn as a state, what as an edge, and what is said in a note. */
export function planDrawing(chart: Chart): Drawing {
  const { root, transitions } = chart
  const states = new Map(flatten(root).map((state) => [state.id, state]))
  const leafOf = (id: string): string => {
    const { initial } = states.get(id) ?? {}
    return initial === undefined ? id : leafOf(initial)
  }
  const isCompound = (id: string): boolean => states.get(id)?.kind === 'compound'
  const order = [...states.keys()].filter((id) => !isCompound(id))
  const draw = (state: ChartState): DrawnState => drawState(state, transitions)
  const edges = transitions
    .filter(({ source, target }) => target !== undefined && !isCompound(source))
    .map((transition): DrawnEdge => {
      const to = leafOf(transition.target ?? '')
      const isReturn =
        order.indexOf(to) < order.indexOf(transition.source) && parentOf(to) !== parentOf(transition.source)
      return { from: transition.source, to, label: labelOf(transition, transitions), isReturn }
    })
  return {
    name: root.name,
    initial: leafOf(root.id),
    phases: root.states
      .filter(({ kind }) => kind === 'compound')
      .map((phase) => ({ ...phase, states: phase.states.map(draw) })),
    states: root.states.filter(({ kind }) => kind !== 'compound').map(draw),
    edges,
    notes: [
      ...foldShared(
        transitions.filter(({ source }) => isCompound(source)),
        root.id,
      ),
      ...root.invokes.map((invoked) => `runs ${invoked} as long as it lives`),
      ...(transitions.some(({ guard }) => guard === epochGuard)
        ? ['every answer of a step counts only in its own epoch [isCurrent]']
        : []),
    ],
  }
}

// Stands on every answer of a step, so that it is said once.
const epochGuard = 'isCurrent'

function flatten(state: ChartState): readonly ChartState[] {
  return [state, ...state.states.flatMap(flatten)]
}

function parentOf(id: string): string {
  return id.slice(0, id.lastIndexOf('.'))
}

function drawState(state: ChartState, transitions: readonly ChartTransition[]): DrawnState {
  const { id, name, kind, invokes, entryActions } = state
  const isConclusion = kind === 'final'
  const internal = transitions.filter(({ source, target }) => source === id && target === undefined)
  return {
    id,
    name,
    kind: kind === 'compound' ? 'waiting' : kind,
    lines: [
      ...invokes.map((invoked) => `do / ${invoked}`),
      ...(isConclusion ? [] : entryActions.map((action) => `entry / ${action}`)),
      ...internal.map((transition) => `${triggerOf(transition)} / ${transition.actions.join(', ')}`),
    ],
  }
}

function labelOf(transition: ChartTransition, transitions: readonly ChartTransition[]): string {
  if (transition.event !== undefined) return triggerOf(transition)
  const { guard, actions, source } = transition
  const isOnly = transitions.filter((other) => other.source === source).length === 1
  const condition = guard === undefined ? (isOnly ? '' : 'else') : `[${guard}]`
  return [condition, ...actions.map((action) => `/ ${action}`)].join(' ').trim()
}

function triggerOf({ event, guard }: ChartTransition): string {
  const name = (event ?? '').replace(/^xstate\.(done|error)\.actor\.\*$/, 'assembly $1')
  return guard === undefined || guard === epochGuard ? name : `${name} [${guard}]`
}

function foldShared(transitions: readonly ChartTransition[], rootId: string): readonly string[] {
  const notes = transitions.map(({ event, source, target }) => {
    const where = source === rootId ? 'in every state' : 'in every phase'
    return `${where}: ${event} → ${target?.slice(rootId.length + 1)}`
  })
  return [...new Set(notes)]
}
