import type { OpenAIChatMessage } from '../src/dialects/openai-chat/index.ts'

/**
 * A conversation of an agent with tools, about 1 KB a message: of four rounds two are exchanges, and every eighth round
 * makes two calls at once. The same for the same length.
 */
export function conversation(length: number): OpenAIChatMessage[] {
  const messages: OpenAIChatMessage[] = [
    { role: 'system', content: text('Work carefully and name your sources.', 600) },
    { role: 'user', content: text('Look through the project and report.', 300) },
  ]
  for (let round = 0; messages.length < length; round += 1) messages.push(...turn(round))
  return messages.slice(0, lastWhole(messages, length))
}

/** Two more messages, as a host would add them after a call. */
export function nextExchange(round: number): OpenAIChatMessage[] {
  return exchange(round, 1)
}

/** Fresh objects around the same strings, as the AI SDK makes them for each call. */
export function rebuilt(messages: readonly OpenAIChatMessage[]): OpenAIChatMessage[] {
  return messages.map((message) => ({
    ...message,
    ...(Array.isArray(message.tool_calls)
      ? { tool_calls: message.tool_calls.map((call) => ({ ...call, function: { ...call.function } })) }
      : {}),
  })) as OpenAIChatMessage[] // the same fields, copied
}

function turn(round: number): OpenAIChatMessage[] {
  if (round % 4 === 0) return [{ role: 'user', content: text(`Go on with part ${round}.`, 900) }]
  if (round % 4 === 2) return [{ role: 'assistant', content: text(`Part ${round} holds this.`, 1_000) }]
  return exchange(round, round % 8 === 3 ? 2 : 1)
}

function exchange(round: number, calls: number): OpenAIChatMessage[] {
  const ids = Array.from({ length: calls }, (_, call) => `call_${round}_${call}`)
  return [
    {
      role: 'assistant',
      content: text(`I read part ${round}.`, 300),
      tool_calls: ids.map((id) => ({
        id,
        type: 'function',
        function: {
          name: 'read_file',
          arguments: JSON.stringify({ path: `part/${round}.ts`, note: text('why', 300) }),
        },
      })),
    },
    ...ids.map(
      (id): OpenAIChatMessage => ({
        role: 'tool',
        tool_call_id: id,
        content: text(`${id} line of code`, 1_200),
      }),
    ),
  ]
}

function text(sentence: string, size: number): string {
  return `${sentence} `.repeat(Math.ceil(size / (sentence.length + 1))).slice(0, size)
}

// Never cut between a call and its results.
function lastWhole(messages: readonly OpenAIChatMessage[], length: number): number {
  let end = length
  while (messages[end]?.role === 'tool') end += 1
  return end
}
