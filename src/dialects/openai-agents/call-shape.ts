import type { Fields } from '../fields.ts'
import { isFields } from '../fields.ts'
import { dataOf } from './item-types.ts'

/** How one type of item that calls is written. */
export interface CallShape {
  /** Fields that say what is asked for. */
  readonly arguments: readonly string[]
  /** Who runs it: the client, the server with the result in an item of its own, the server with the result in this item. */
  readonly runner: 'client' | 'server' | 'either' | 'hosted'
  /** The arguments are a text that ought to be JSON. */
  readonly json: boolean
  /** Fields that a reader has no need to look at a second time, or that are not sent. */
  readonly knownKeys: ReadonlySet<string>
}

const keys = [
  ...['type', 'id', 'callId', 'call_id', 'name', 'status', 'execution', 'providerData', 'output'],
] as const

const shapes: ReadonlyMap<unknown, CallShape> = new Map<unknown, CallShape>([
  ['function_call', shape('client', ['arguments'], true)],
  ['computer_call', shape('client', ['action', 'actions'])],
  ['shell_call', shape('either', ['action'])],
  ['apply_patch_call', shape('client', ['operation'])],
  ['tool_search_call', shape('either', ['arguments'])],
  ['program', shape('server', ['code'])],
  ['hosted_tool_call', shape('hosted', ['arguments'])],
])

// Whoever runs a call that is not known, we can't close it.
const unknownCall = shape('server', [])

/** The shape of an item type's calls; for a type that is not known, one that is never ours to close. */
export function shapeOf(itemType: unknown): CallShape {
  return shapes.get(itemType) ?? unknownCall
}

/** Whether the server runs a call. What it runs as well as clients says who does. */
export function runsOnServer(item: Fields): boolean {
  const { runner } = shapeOf(item['type'])
  if (runner !== 'either') return runner !== 'client'
  const data = dataOf(item)
  const environment = data['environment']
  const inContainer = isFields(environment) && environment['type'] === 'container_reference'
  return inContainer || (item['execution'] ?? data['execution']) === 'server'
}

function shape(runner: CallShape['runner'], argumentFields: readonly string[], json = false): CallShape {
  return { arguments: argumentFields, runner, json, knownKeys: new Set([...keys, ...argumentFields]) }
}
