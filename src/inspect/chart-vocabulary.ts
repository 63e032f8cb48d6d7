import { assemblyMachine, leasesMachine, runMachine } from '../../machines/index.ts'

interface ChartNode {
  readonly id: string
  readonly states: Readonly<Record<string, ChartNode>>
  readonly invoke: readonly { readonly id: string }[]
}

const charts = { run: runMachine, assembly: assemblyMachine, leases: leasesMachine }
const roots: readonly ChartNode[] = Object.values(charts).map(({ root }) => root)
const nodes = roots.flatMap(nodesOf)
const stateIds = new Set(nodes.map(({ id }) => id))
const names = new Set([...Object.keys(charts), ...nodes.flatMap(({ invoke }) => invoke.map(({ id }) => id))])
const eventTypes = new Set<string>([
  ...Object.values(charts).flatMap(({ events }): readonly string[] => events),
  'xstate.init',
  'xstate.stop',
])
/** Numbers of a chart's context that are shown. */
export const numberKeys = [
  ...['epoch', 'attempts', 'restarts', 'evictable', 'originalSize', 'size', 'newestSize', 'reliefTaken'],
  'settledCalls',
] as const
const slot = /^assembly:\d+$/
const ending = /^xstate\.(done|error)\.actor\.assembly:\d+$/
const statuses = ['active', 'done', 'error', 'stopped'] as const

export type ShownNumbers = Readonly<Partial<Record<(typeof numberKeys)[number], number>>>

export type ActorStatus = (typeof statuses)[number]

/** What stands where a text is none of ours. A host may run the charts beside its own. */
export const unknownText = 'unknown'

/** The name of an actor of ours: a chart, a step, or a slot. */
export function safeName(name: unknown): string {
  return typeof name === 'string' && (names.has(name) || slot.test(name)) ? name : unknownText
}

export function safeEventType(type: unknown): string {
  return typeof type === 'string' && (eventTypes.has(type) || ending.test(type)) ? type : unknownText
}

/** The id of a state of our charts, or null. */
export function safeStateId(id: unknown): string | null {
  return typeof id === 'string' && stateIds.has(id) ? id : null
}

/** XState's own ids of actors, which count up. */
export function safeSession(id: unknown): string | null {
  return typeof id === 'string' && /^x:\d{1,15}$/.test(id) ? id : null
}

export function safeStatus(status: unknown): ActorStatus {
  return statuses.find((known) => known === status) ?? 'active'
}

/** A state's value as a path, `verify.confirming`; null for what is no state of our charts. */
export function safeState(value: unknown): string | null {
  const path = pathOf(value)
  return path !== null && Object.keys(charts).some((chart) => stateIds.has(`${chart}.${path}`)) ? path : null
}

/** A path as XState writes it. */
export function stateValue(path: string): string | Readonly<Record<string, unknown>> {
  const [first = '', ...rest] = path.split('.')
  return rest.length === 0 ? first : { [first]: stateValue(rest.join('.')) }
}

/** The numbers of a chart's context that are shown. */
export function safeNumbers(context: unknown): ShownNumbers {
  const numbers: Partial<Record<(typeof numberKeys)[number], number>> = {}
  if (typeof context !== 'object' || context === null) return numbers
  for (const key of numberKeys) {
    const value: unknown = Reflect.get(context, key)
    if (typeof value === 'number' && Number.isFinite(value)) numbers[key] = value
  }
  return numbers
}

/** The chart of an actor, as it stands in its file: without functions, and without what an actor brings along. */
export function definitionOf(name: string): string {
  const chart = slot.test(name) ? 'assembly' : name
  return definitions.get(chart) ?? JSON.stringify({ id: name })
}

const definitions = new Map(
  Object.entries(charts).map(([name, { config }]) => [name, JSON.stringify(config)] as const),
)

function nodesOf(node: ChartNode): readonly ChartNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)]
}

function pathOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return null
  const [[first, rest] = ['', null], ...others] = Object.entries(value)
  const path = pathOf(rest)
  return path === null || others.length > 0 ? null : `${first}.${path}`
}
