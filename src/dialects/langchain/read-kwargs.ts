import { addExtras } from '../add-extras.ts'
import { addOpaque } from '../add-opaque.ts'
import { CallLink } from '../call-link.ts'
import { isFields } from '../fields.ts'
import { addLink, addText, type ReadingDraft } from '../reading-draft.ts'
import { sentText } from '../sent-text.ts'
import { readReasoning } from './read-block.ts'

/**
 * Reads what provider packages keep in `additional_kwargs` and send back, all but calls, and tells whether there is
 * anything but reasoning in it.
 */
export function readKwargs(draft: ReadingDraft, kwargs: unknown): boolean {
  if (!isFields(kwargs)) {
    addText(draft, 'opaque', sentText(kwargs))
    return false
  }
  addText(draft, 'reasoning', sentText(kwargs['reasoning_content']))
  const { reasoning } = kwargs
  if (isFields(reasoning)) readReasoning(draft, reasoning)
  else addText(draft, 'reasoning', sentText(reasoning))
  const before = draft.pieces.length
  addText(draft, 'text', sentText(kwargs['refusal']))
  readAudio(draft, kwargs['audio'])
  const outputs = kwargs['tool_outputs']
  if (Array.isArray(outputs)) for (const item of outputs) addOpaque(draft, item)
  else addText(draft, 'opaque', sentText(outputs))
  const answers = draft.pieces.length > before
  addExtras(draft, kwargs, readKeys)
  return answers
}

/** Reads the deprecated `function_call`. It has no id: the function's name pairs it. */
export function readFunctionCall(draft: ReadingDraft, kwargs: unknown): void {
  const call = isFields(kwargs) ? kwargs['function_call'] : undefined
  if (!isFields(call)) {
    addText(draft, 'opaque', sentText(call))
    return
  }
  const name = sentText(call['name'])
  const text = sentText(call['arguments'])
  addText(draft, 'callName', name)
  addText(draft, 'callArguments', text)
  // The framework makes no function message out of a plain form, so that an open one can't be closed from here.
  addLink(draft, new CallLink(name, '', name, true, text))
}

// The server holds the recording; its id is what goes back.
function readAudio(draft: ReadingDraft, audio: unknown): void {
  const id = isFields(audio) ? audio['id'] : undefined
  addText(draft, 'opaque', sentText(typeof id === 'string' ? id : audio))
}

const readKeys: ReadonlySet<string> = new Set([
  ...['tool_calls', 'function_call', 'reasoning_content', 'reasoning', 'refusal', 'audio', 'tool_outputs'],
  // Marks of the framework, ids of items, and what stands here a second time; none of it is read by a model.
  ...['parsed', 'lc_source', '__raw_response', '__openai_role__'],
  ...['__openai_function_call_ids__', '__openai_custom_tool_call_ids__'],
])
