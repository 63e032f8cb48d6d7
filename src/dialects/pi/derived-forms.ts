import type { ToolCallLink } from '../../context/reading.ts'
import { replaceFields } from '../replace-fields.ts'
import type { PiMessage } from './pi-message.ts'

// Messages of ours are made by no clock and no model.
const timestamp = 0
const unknownOrigin = { api: '', provider: '', model: '' }
const noCost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
const noUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: noCost }

/** The content of a result replaced by a text; id, name and error mark stay. */
export function elide(message: PiMessage, results: readonly number[], replacement: string): PiMessage {
  const changes = isResult(message) && results.includes(0) ? { content: textBlocks(replacement) } : {}
  return replaceFields(message, changes)
}

/** The message itself when it is kept: a result is a message of its own. */
export function keepResults(
  message: PiMessage,
  keep: (result: number) => boolean,
  others = true,
): PiMessage | undefined {
  const stays = isResult(message) ? keep(0) : others
  return stays ? message : undefined
}

/** A message for each call. */
export function answerCalls(calls: readonly ToolCallLink[], text: string): PiMessage[] {
  return calls.map(({ id, name }) => {
    const result = { role: 'toolResult', toolCallId: id, toolName: name, content: textBlocks(text) }
    return { ...result, isError: false, timestamp }
  })
}

export function userText(text: string): PiMessage {
  const message = { role: 'user', content: textBlocks(text), timestamp }
  return message
}

export function assistantText(text: string): PiMessage {
  const message = { role: 'assistant', content: textBlocks(text), ...unknownOrigin, usage: noUsage }
  return Object.assign(message, { stopReason: 'stop', timestamp })
}

function isResult({ role }: PiMessage): boolean {
  return role === 'toolResult'
}

function textBlocks(text: string): readonly object[] {
  return [{ type: 'text', text }]
}
