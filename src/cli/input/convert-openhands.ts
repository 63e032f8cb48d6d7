import { type Fields, isFields } from '../../dialects/fields.ts'

/** Events as chat messages. */
export interface ConvertedEvents {
  readonly messages: readonly Fields[]
  /** The event that each message begins in. */
  readonly indexOf: readonly number[]
  /** The tools that the agent was given. */
  readonly overhead: readonly string[]
}

// What an action says beside its arguments, and what the agent notes of it for itself.
const notArguments = ['thought', 'confirmation_state', 'security_risk', 'hidden', 'is_confirmed']
const bookkeeping = ['recall', 'change_agent_state', 'agent_state_changed', 'null', 'condensation', 'loop']

/**
 * OpenHands events as OpenAI chat messages: an action is a call with its thought, its observation the result. Actions of
 * one response are one message. What no model is told is left out.
 */
export function convertOpenHands(events: readonly Fields[]): ConvertedEvents {
  const calls = callsByEvent(events)
  const told = new Set<unknown>()
  const messages: Fields[] = []
  const indexOf: number[] = []
  for (const [index, event] of events.entries()) {
    if (event['action'] !== undefined) {
      const response = responseOf(fieldsOf(event['tool_call_metadata']))
      if (response?.id !== undefined && told.has(response.id)) continue
      told.add(response?.id)
    }
    const message =
      event['observation'] === undefined ? actionMessage(event, calls) : observationMessage(event, calls)
    if (message === undefined) continue
    messages.push(message)
    indexOf.push(index)
  }
  const tools = events.flatMap(({ action, args }) =>
    action === 'system' && isFields(args) && Array.isArray(args['tools'])
      ? [JSON.stringify(args['tools'])]
      : [],
  )
  return { messages, indexOf, overhead: tools.slice(-1) }
}

function actionMessage(event: Fields, calls: ReadonlyMap<unknown, string>): Fields | undefined {
  const { action, source, args, tool_call_metadata: metadata } = event
  const { content, command, thought, image_urls: images } = fieldsOf(args)
  if (action === 'system') return { role: 'system', content }
  if (action === 'message') {
    return { role: source === 'user' ? 'user' : 'assistant', content: withImages(content, images) }
  }
  const said = responseOf(fieldsOf(metadata))?.message
  if (action === 'finish') return { role: 'assistant', content: finalWords(fieldsOf(args), said) }
  if (isBookkeeping(action)) return undefined
  // What the user ran himself is told to the model as the user's words.
  if (source === 'user') return typeof command === 'string' ? { role: 'user', content: command } : undefined
  const { content: words, tool_calls: listed } = said ?? {}
  if (Array.isArray(listed)) return { role: 'assistant', content: words ?? null, tool_calls: listed }
  const { function_name: name = action } = fieldsOf(metadata)
  const given = Object.entries(fieldsOf(args)).filter(([key]) => !notArguments.includes(key))
  const body = { name, arguments: JSON.stringify(Object.fromEntries(given)) }
  const call = { id: calls.get(event['id']), type: 'function', function: body }
  return { role: 'assistant', content: thought || null, tool_calls: [call] }
}

function observationMessage(event: Fields, calls: ReadonlyMap<unknown, string>): Fields | undefined {
  const { observation, cause, content, tool_call_metadata: metadata } = event
  const { tool_call_id: id = calls.get(cause), function_name: name } = fieldsOf(metadata)
  if (id !== undefined) {
    return { role: 'tool', tool_call_id: id, ...(name === undefined ? {} : { name }), content }
  }
  const text = observation === 'recall' ? recalled(fieldsOf(event['extras'])) : content
  if (!text || (isBookkeeping(observation) && observation !== 'recall')) return undefined
  return { role: 'user', content: text }
}

/** The ids of the calls that actions are, by the event. */
function callsByEvent(events: readonly Fields[]): ReadonlyMap<unknown, string> {
  return new Map(
    events.flatMap(({ id, action, source, tool_call_metadata: metadata }) => {
      const isCall = typeof action === 'string' && source !== 'user' && !isBookkeeping(action)
      if (!isCall || ['system', 'message', 'finish'].includes(action)) return []
      return [[id, String(fieldsOf(metadata)['tool_call_id'] ?? `event_${id}`)] as const]
    }),
  )
}

function responseOf({ model_response: response }: Fields): { id: unknown; message: Fields } | undefined {
  if (!isFields(response) || !Array.isArray(response['choices'])) return undefined
  const message = fieldsOf(fieldsOf(response['choices'][0])['message'])
  return { id: response['id'], message }
}

// What ends the task is said, not called: nothing answers it.
function finalWords({ thought, final_thought: final }: Fields, said: Fields = {}): string {
  const words = [said['content'] ?? thought, final].filter((text) => typeof text === 'string' && text !== '')
  return [...new Set(words)].join('\n')
}

function recalled({
  repo_instructions,
  additional_agent_instructions,
  microagent_knowledge,
}: Fields): string {
  const knowledge: readonly unknown[] = Array.isArray(microagent_knowledge) ? microagent_knowledge : []
  const texts = [repo_instructions, additional_agent_instructions, ...knowledge.map(contentOf)]
  return texts.filter((text) => typeof text === 'string' && text !== '').join('\n')
}

function contentOf(value: unknown): unknown {
  return fieldsOf(value)['content']
}

function withImages(content: unknown, images: unknown): unknown {
  if (!Array.isArray(images) || images.length === 0) return content
  const parts = images.map((url: unknown) => ({ type: 'image_url', image_url: { url } }))
  return [{ type: 'text', text: content }, ...parts]
}

function isBookkeeping(name: unknown): boolean {
  return bookkeeping.includes(String(name))
}

function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}
