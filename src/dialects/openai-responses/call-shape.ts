/** How one type of item that calls is written. */
export interface CallShape {
  /** Fields that say what is asked for. */
  readonly arguments: readonly string[]
  /** Who runs it: the client, the server with the result in an item of its own, the server with the result in this item. */
  readonly runner: 'client' | 'server' | 'either' | 'hosted'
  /** The arguments are a text that ought to be JSON. */
  readonly json: boolean
  /** Fields that a reader has no need to look at a second time, or that the model doesn't read. */
  readonly knownKeys: ReadonlySet<string>
}

const keys = ['type', 'id', 'call_id', 'name', 'status', 'execution', 'async'] as const

const shapes: ReadonlyMap<unknown, CallShape> = new Map<unknown, CallShape>([
  ['function_call', shape('client', ['arguments'], true)],
  ['custom_tool_call', shape('client', ['input'])],
  ['computer_call', shape('client', ['action', 'actions'])],
  ['local_shell_call', shape('client', ['action'])],
  ['apply_patch_call', shape('client', ['operation'])],
  ['shell_call', shape('either', ['action'])],
  ['tool_search_call', shape('either', ['arguments'])],
  ['program', shape('server', ['code'])],
  ['web_search_call', shape('hosted', ['action'])],
  ['file_search_call', shape('hosted', ['queries'])],
  ['code_interpreter_call', shape('hosted', ['code'])],
  ['image_generation_call', shape('hosted', ['revised_prompt'], false, ['result'])],
  ['mcp_call', shape('hosted', ['arguments'], true)],
])

// Whoever runs a call that is not known, we can't close it.
const unknownCall = shape('server', [])

/** The shape of an item type's calls; for a type that is not known, one that is never ours to close. */
export function shapeOf(itemType: unknown): CallShape {
  return shapes.get(itemType) ?? unknownCall
}

/** Whether items of a type call, those that may come included. */
export function isCallType(itemType: unknown): boolean {
  return shapes.has(itemType) || (typeof itemType === 'string' && itemType.endsWith('_call'))
}

function shape(
  runner: CallShape['runner'],
  argumentFields: readonly string[],
  json = false,
  readElsewhere: readonly string[] = [],
): CallShape {
  const knownKeys = new Set([...keys, ...argumentFields, ...readElsewhere])
  return { arguments: argumentFields, runner, json, knownKeys }
}
