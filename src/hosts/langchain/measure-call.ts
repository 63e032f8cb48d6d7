import { type Fields, isFields } from '../../dialects/fields.ts'
import { type LangChainMessage, langchain } from '../../dialects/langchain/index.ts'
import { measureOptions } from './measure-options.ts'
import type { ModelCall } from './model-call.ts'

const dialect = langchain()
// An agent hands out one and the same list of tools with each call.
const toolTexts = new WeakMap<object, WeakMap<object, readonly string[]>>()

/** What a call carries beside its messages, as texts: the system message, tools, and the format of the answer. */
export function measureCall(model: Fields | undefined, call: ModelCall): string[] {
  const { systemMessage, tools = [], responseFormat, modelSettings } = call
  return [
    ...measureMessage(systemMessage),
    ...measureTools(model, tools),
    ...formatsOf(responseFormat).flatMap((format) => measureFormat(model, format)),
    ...(isFields(modelSettings) ? measureOptions(modelSettings) : []),
  ]
}

function measureMessage(message: LangChainMessage | undefined): string[] {
  if (!message) return []
  const { pieces } = dialect.read(message)
  const texts = pieces.flatMap((piece) => (piece.type === 'file' ? [] : [piece.text]))
  return texts.length === pieces.length ? texts : [JSON.stringify(message.content)]
}

function measureTools(model: Fields | undefined, tools: readonly unknown[]): readonly string[] {
  const key = model ?? tools
  const known = toolTexts.get(tools)?.get(key)
  if (known) return known
  const texts = measureOptions({ tools: convertTools(model, tools) })
  const byModel = toolTexts.get(tools) ?? new WeakMap<object, readonly string[]>()
  toolTexts.set(tools, byModel.set(key, texts))
  return texts
}

/** Tools as the model's package sends them, in whichever place it keeps them for a call; themselves when it shows none. */
function convertTools(model: Fields | undefined, tools: readonly unknown[]): readonly unknown[] {
  const bindTools = model?.['bindTools']
  if (tools.length === 0 || typeof bindTools !== 'function') return tools
  const bound: unknown = Reflect.apply(bindTools, model, [tools, {}])
  if (!isFields(bound)) return tools
  const places = [bound['defaultOptions'], bound['kwargs'], bound['config']].filter(isFields)
  const found: unknown = places.map((place) => place['tools']).find(Array.isArray)
  return Array.isArray(found) ? found : tools
}

function formatsOf(format: unknown): readonly Fields[] {
  return (Array.isArray(format) ? format : [format]).filter(isFields)
}

function measureFormat(model: Fields | undefined, format: Fields): readonly string[] {
  // Those of the framework hold a tool, or a JSON schema; any other is a schema itself, which becomes one of both.
  if (isFields(format['tool'])) return measureOptions({ tools: [format['tool']] })
  if ('strict' in format && isFields(format['schema']))
    return measureOptions({ response_format: format['schema'] })
  return measureTools(model, [{ ...formatTool, schema: format }])
}

const formatTool = {
  name: 'extract-structured-output',
  description: "Tool for extracting structured output from the model's response.",
}
