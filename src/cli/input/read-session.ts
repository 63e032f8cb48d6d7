import { type Fields, isFields } from '../../dialects/fields.ts'
import { InputError } from '../input-error.ts'
import { isNestedTooDeep } from './check-nesting.ts'
import type { ParsedLine } from './parse-text.ts'
import { toPiMessage } from './pi-message.ts'
import type { ShapeName } from './shape-names.ts'

/** Messages of a session log, and the lines that they begin in. */
export interface Session {
  readonly shape: ShapeName
  readonly messages: readonly Fields[]
  readonly lineOf: readonly number[]
  readonly notes: readonly string[]
}

/** The kind of session log that lines are; undefined when they are none. */
export function sessionShape(lines: readonly ParsedLine[]): 'claude-code' | 'pi' | undefined {
  for (const { value } of lines) {
    if (!isFields(value)) continue
    const { type, message } = value
    if (type === 'session' || (type === 'message' && isFields(message))) return 'pi'
    if ((type === 'user' || type === 'assistant') && isFields(message)) return 'claude-code'
  }
  return undefined
}

/** Reads the messages of a pi session. Its own compactions are left out: what the agent holds is the whole record. */
export function readPiSession(lines: readonly ParsedLine[], name: string): Session {
  const messages: Fields[] = []
  const lineOf: number[] = []
  let compactions = 0
  for (const { number, value } of lines) {
    const line = requireLine(value, number, name)
    if (line['type'] === 'compaction') compactions += 1
    if (line['type'] !== 'message') continue
    const message = toPiMessage(requireLine(line['message'], number, name))
    if (!message) continue
    messages.push(message)
    lineOf.push(number)
  }
  const notes = ['the system prompt and the tools of a pi session are not in the file']
  if (compactions > 0)
    notes.push(
      `${compactions} compactions of its own are passed over: each call is made with the whole record`,
    )
  return { shape: 'pi', messages, lineOf, notes }
}

/**
 * Reads the messages of a Claude Code session. Lines of one response are joined to one message, and so are the results
 * that follow it; a sub-agent's lines are left out of the session that it belongs to.
 */
export function readClaudeCodeSession(lines: readonly ParsedLine[], name: string): Session {
  const values = lines.map(({ number, value }) => ({ number, line: requireLine(value, number, name) }))
  const spoken = values.filter(({ line }) => line['type'] === 'user' || line['type'] === 'assistant')
  const main = spoken.filter(({ line }) => line['isSidechain'] !== true)
  const joined: { role: unknown; content: unknown[]; id: unknown }[] = []
  const lineOf: number[] = []
  for (const { number, line } of main.length > 0 ? main : spoken) {
    const message = requireLine(line['message'], number, name)
    const { role, content, id } = message
    const blocks = Array.isArray(content) ? content : [{ type: 'text', text: content }]
    const last = joined.at(-1)
    const answer = id === undefined ? undefined : joined.findLast((other) => other.id === id)
    if (answer) answer.content.push(...blocks)
    else if (last && last.role === 'user' && [...last.content, ...blocks].every(isResult))
      last.content.push(...blocks)
    else {
      joined.push({ role, content: [...blocks], id })
      lineOf.push(number)
    }
  }
  return {
    shape: 'claude-code',
    messages: joined.map(({ role, content }) => ({ role, content })),
    lineOf,
    notes: [
      'a Claude Code session is measured as Anthropic Messages; its system prompt and tools are not in the file',
      ...(main.length > 0 && main.length < spoken.length
        ? [`${spoken.length - main.length} lines of sub-agents are left out`]
        : []),
    ],
  }
}

function isResult(block: unknown): boolean {
  return isFields(block) && block['type'] === 'tool_result'
}

function requireLine(value: unknown, number: number, name: string): Fields {
  if (!isFields(value))
    throw new InputError(name, `line ${number}`, 'holds no object; mend or remove the line')
  if (!isNestedTooDeep(value)) return value
  throw new InputError(name, `line ${number}`, 'is nested more than 500 levels deep; mend or remove the line')
}
