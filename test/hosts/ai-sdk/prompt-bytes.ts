import type { CallOptions } from './sdks.ts'

/** UTF-8 bytes of a prompt of texts, calls and results: a second opinion, without anything of the library. */
export function promptBytes(prompt: CallOptions['prompt']): number {
  return prompt.flatMap((message) => partsOf(message)).reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

function partsOf(message: CallOptions['prompt'][number]): string[] {
  if (typeof message.content === 'string') return [message.content]
  return message.content.flatMap((part) => {
    switch (part.type) {
      case 'text':
        return [part.text]
      case 'tool-call':
        return [part.toolCallId, part.toolName, JSON.stringify(part.input)]
      case 'tool-result':
        if (part.output.type !== 'text') throw new Error(`no size for ${part.output.type}`)
        return [part.toolCallId, part.toolName, part.output.value]
      default:
        throw new Error(`no size for ${part.type}`)
    }
  })
}

/** UTF-8 bytes of the tool definitions of a request. */
export function toolBytes({ tools = [] }: CallOptions): number {
  return tools.reduce((sum, tool) => {
    if (tool.type !== 'function') throw new Error('no size for a provider tool')
    return sum + Buffer.byteLength(tool.name + (tool.description ?? '') + JSON.stringify(tool.inputSchema))
  }, 0)
}
