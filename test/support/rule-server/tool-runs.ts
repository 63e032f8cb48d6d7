import { type Fields, listOf, textOf } from './wire.ts'

interface ToolResult {
  readonly at: number
  readonly id: string
}

/** A Chat Completions message that calls, with the tool messages that stand directly behind it. */
export interface ToolRun {
  readonly at: number
  readonly callIds: readonly string[]
  readonly results: readonly ToolResult[]
}

/** The runs of a list, and the tool messages that stand in none. */
export interface ToolRuns {
  readonly runs: readonly ToolRun[]
  readonly strays: readonly ToolResult[]
}

export function toolRuns(messages: readonly Fields[]): ToolRuns {
  const runs: { at: number; callIds: readonly string[]; results: ToolResult[] }[] = []
  const strays: ToolResult[] = []
  let open: ToolResult[] | undefined
  messages.forEach((message, at) => {
    if (message['role'] === 'tool') {
      const result = { at, id: textOf(message['tool_call_id']) }
      if (open) open.push(result)
      else strays.push(result)
      return
    }
    open = undefined
    const callIds = callIdsOf(message)
    if (callIds.length === 0) return
    open = []
    runs.push({ at, callIds, results: open })
  })
  return { runs, strays }
}

export function callIdsOf(message: Fields): readonly string[] {
  if (message['role'] !== 'assistant') return []
  return listOf(message['tool_calls']).map((call) => textOf(call['id']))
}

/** Calls of a run that no result of it answers. */
export function unansweredIds({ callIds, results }: ToolRun): readonly string[] {
  return callIds.filter((id) => !results.some((result) => result.id === id))
}

/** The first result of a run whose id stood before in it. */
export function repeatedResult({ results }: ToolRun): { first: ToolResult; again: ToolResult } | undefined {
  for (const again of results) {
    const first = results.find(({ id }) => id === again.id)
    if (first && first !== again) return { first, again }
  }
  return undefined
}

/** The first result of a run that answers none of its calls. */
export function foreignResult({ callIds, results }: ToolRun): ToolResult | undefined {
  return results.find(({ id }) => !callIds.includes(id))
}
