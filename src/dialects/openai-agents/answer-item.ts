import type { ToolCallLink } from '../../context/reading.ts'
import { ItemCallLink } from '../item-call-link.ts'
import type { OpenAIAgentsItem } from './openai-agents-item.ts'

/**
 * What answers each type of call, but for its id. A computer's call is missing: a screenshot answers it, with the user's
 * word on safety checks, and nobody can make that up.
 */
const answers: ReadonlyMap<unknown, (text: string, name: string) => object> = new Map<
  unknown,
  (text: string, name: string) => object
>([
  [
    'function_call',
    (text, name) => ({ type: 'function_call_result', name, status: 'completed', output: text }),
  ],
  ['shell_call', (text) => ({ type: 'shell_call_output', output: [failure(text)] })],
  ['apply_patch_call', (text) => ({ type: 'apply_patch_call_output', status: 'failed', output: text })],
  [
    'tool_search_call',
    () => ({ type: 'tool_search_output', execution: 'client', status: 'completed', tools: [] }),
  ],
])

/** An item that answers a call with a text; undefined when there is no such item for the type of the call. */
export function answerItem(call: ToolCallLink, text: string): OpenAIAgentsItem | undefined {
  const answer = answers.get(call instanceof ItemCallLink ? call.itemType : 'function_call')
  return answer && { ...answer(text, call.name), callId: call.id }
}

function failure(text: string): object {
  return { stdout: '', stderr: text, outcome: { type: 'exit', exitCode: 1 } }
}
