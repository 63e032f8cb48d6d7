import { addExtras } from '../add-extras.ts'
import { CallLink } from '../call-link.ts'
import { encodeOpaque } from '../encode-opaque.ts'
import { type Fields, isFields } from '../fields.ts'
import { addLink, addText, type ReadingDraft } from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'
import { pairingKey } from './pairing-key.ts'

const callKeys: ReadonlySet<string> = new Set(['id', 'type', 'function', 'custom', 'providerExecuted'])
const functionKeys: ReadonlySet<string> = new Set(['name', 'arguments'])
const customKeys: ReadonlySet<string> = new Set(['name', 'input'])

/** Reads `tool_calls`. */
export function readToolCalls(draft: ReadingDraft, calls: unknown): void {
  if (!Array.isArray(calls)) {
    addText(draft, 'opaque', sentText(calls))
    return
  }
  for (const call of calls) {
    if (isFields(call)) readToolCall(draft, call)
    else addText(draft, 'opaque', encodeOpaque(call) || 'null')
  }
}

/** Reads the deprecated `function_call`. It has no id: the function's name pairs it. */
export function readFunctionCall(draft: ReadingDraft, call: unknown): void {
  if (!isFields(call)) {
    addText(draft, 'opaque', sentText(call))
    return
  }
  const name = sentText(call['name'])
  const text = sentText(call['arguments'])
  addText(draft, 'callName', name)
  addText(draft, 'callArguments', text)
  addExtras(draft, call, functionKeys)
  addLink(draft, new CallLink(name, '', name, false, text))
}

function readToolCall(draft: ReadingDraft, call: Fields): void {
  const id = sentText(call['id'])
  const custom = isFields(call['custom']) ? call['custom'] : undefined
  const body = isFields(call['function']) ? call['function'] : custom
  const name = sentText(body?.['name'])
  // Some compatible servers give and take the arguments as an object.
  const text = sentText(body === custom ? body?.['input'] : body?.['arguments'])
  addText(draft, 'callId', id)
  addText(draft, 'callName', name)
  addText(draft, 'callArguments', text)
  addExtras(draft, call, callKeys)
  if (body) addExtras(draft, body, body === custom ? customKeys : functionKeys)
  const key = pairingKey(id)
  const providerExecuted = call['providerExecuted'] === true
  // The input of a custom tool is free text: no provider wants JSON there.
  if (body === custom) {
    addLink(draft, { type: 'call', key, id, name, providerExecuted, argumentsAreJson: true })
  } else addLink(draft, new CallLink(key, id, name, providerExecuted, text))
}
