import { type OpenAIChatMessage, openaiChat } from 'plimsoll/dialects/openai-chat'
import type { CallOptionsOfSeam, ConformanceAdapter, ConformanceSetup, PlainMessage } from 'plimsoll/testing'

type Message = OpenAIChatMessage

/** An own loop, as the README shows it, bounded by `assemble`. Its parts can be replaced, to break them. */
export class OwnLoop {
  readonly #setup: ConformanceSetup<Message>

  constructor(setup: ConformanceSetup<Message>) {
    this.#setup = setup
  }

  async call(messages: readonly Message[], { mode, signal }: CallOptionsOfSeam): Promise<string> {
    const call = await this.#setup.run.assemble(this.history(messages), { signal, dialect: openaiChat() })
    try {
      const list = this.wire(call.messages)
      const answer =
        mode === 'generate' ? await this.#generate(list, signal) : await this.#stream(list, signal)
      await this.settle(() => call.commit())
      return answer
    } catch (error) {
      await this.settle(() => call.release())
      throw error
    }
  }

  async breakOff(messages: readonly Message[]): Promise<void> {
    const call = await this.#setup.run.assemble(messages, { dialect: openaiChat() })
    for await (const _ of this.#setup.model.stream(call.messages)) break
    await this.settle(() => call.release())
  }

  /** What the list is assembled from. */
  protected history(messages: readonly Message[]): readonly Message[] {
    return messages
  }

  /** What goes out of what was handed over. */
  protected wire(messages: readonly Message[]): readonly Message[] {
    return messages
  }

  protected settle(settle: () => Promise<void>): Promise<void> {
    return settle()
  }

  async #generate(messages: readonly Message[], signal: AbortSignal): Promise<string> {
    return this.#setup.model.generate(messages, { signal })
  }

  async #stream(messages: readonly Message[], signal: AbortSignal): Promise<string> {
    let text = ''
    for await (const piece of this.#setup.model.stream(messages, { signal })) text += piece
    return text
  }
}

/** The adapter of a loop. */
export function ownLoopAdapter(
  loop: new (setup: ConformanceSetup<Message>) => OwnLoop = OwnLoop,
): ConformanceAdapter<Message> {
  return {
    name: 'an own loop',
    dialect: openaiChat(),
    messagesOf: (messages) => messages.map(chatMessageOf),
    connect: (setup) => new loop(setup),
    unsupported: { alreadyBound: 'there is nothing to bind but the loop itself' },
  }
}

function chatMessageOf(message: PlainMessage): Message {
  if ('calls' in message) {
    const calls = message.calls.map(({ id, name, arguments: text }) => ({
      id,
      type: 'function',
      function: { name, arguments: text },
    }))
    return { role: 'assistant', content: null, tool_calls: calls }
  }
  return message.role === 'tool'
    ? { role: 'tool', tool_call_id: message.id, content: message.content }
    : { role: message.role, content: message.content }
}
