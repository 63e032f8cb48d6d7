import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { deepFreeze } from '../support/deep-freeze.ts'
import type { CaseMessage } from './fault-case.ts'

/** A case's message as a host of Chat Completions would hold it. Parts keep their types: the dialect reads them all. */
export function toChatMessage(message: CaseMessage): OpenAIChatMessage {
  const { role, content, toolCalls, toolCallId, name } = message
  return deepFreeze({
    role,
    ...(content === undefined ? {} : { content }),
    ...(name === undefined ? {} : { name }),
    ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
    ...(toolCalls === undefined
      ? {}
      : {
          tool_calls: toolCalls.map((call) => ({
            id: call.id,
            type: 'function',
            function: {
              name: call.name,
              arguments: typeof call.args === 'string' ? call.args : JSON.stringify(call.args ?? {}),
            },
            ...(call.providerExecuted ? { providerExecuted: true } : {}),
          })),
        }),
  })
}
