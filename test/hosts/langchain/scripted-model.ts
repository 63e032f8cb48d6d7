import type { BaseLanguageModelInput } from '@langchain/core/language_models/base'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, AIMessageChunk, type BaseMessage } from '@langchain/core/messages'
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs'
import type { Runnable } from '@langchain/core/runnables'

/** What the model answers, or throws. */
export type Answer = AIMessage | Error | ((messages: readonly BaseMessage[]) => AIMessage)

interface Options {
  readonly answers: Answer[]
  readonly requests?: BaseMessage[][]
  readonly tools?: readonly unknown[]
}

/** A chat model of the framework that answers from a script, and notes what it was sent. Binding tools clones it. */
export class ScriptedModel extends BaseChatModel {
  readonly answers: Answer[]
  readonly requests: BaseMessage[][]
  readonly boundTools: readonly unknown[]

  constructor({ answers, requests = [], tools = [] }: Options) {
    super({})
    this.answers = answers
    this.requests = requests
    this.boundTools = tools
  }

  override _llmType(): string {
    return 'scripted'
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = this.#answer(messages)
    return { generations: [{ text: message.text, message }] }
  }

  override bindTools(tools: unknown[]): Runnable<BaseLanguageModelInput, AIMessageChunk> {
    return new ScriptedModel({ answers: this.answers, requests: this.requests, tools }) as never // answers with messages
  }

  #answer(messages: readonly BaseMessage[]): AIMessage {
    this.requests.push([...messages])
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0]
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? answer(messages) : (answer ?? new AIMessage('Done.'))
  }
}

/** The same, which streams its answer word by word. */
export class StreamingModel extends ScriptedModel {
  override async *_streamResponseChunks(messages: BaseMessage[]): AsyncGenerator<ChatGenerationChunk> {
    const { generations } = await this._generate(messages)
    for (const word of (generations[0]?.text ?? '').split(' ')) {
      yield new ChatGenerationChunk({ text: word, message: new AIMessageChunk({ content: word }) })
    }
    const usage_metadata = { input_tokens: 7, output_tokens: 2, total_tokens: 9 }
    yield new ChatGenerationChunk({
      text: '',
      message: Object.assign(new AIMessageChunk(''), { usage_metadata }),
    })
  }
}

/** A message of the model that calls the tool `look`. */
export function call(...ids: readonly string[]): AIMessage {
  return new AIMessage({ content: '', tool_calls: ids.map((id) => ({ id, name: 'look', args: {} })) })
}

/** Characters of text in a list. */
export function lengthOf(messages: readonly BaseMessage[]): number {
  return messages.reduce((sum, { text }) => sum + text.length, 0)
}
