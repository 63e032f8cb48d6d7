import { type Fields, isFields } from '../../dialects/fields.ts'
import type { LangChainMessage } from '../../dialects/langchain/index.ts'

/**
 * The same list with instances of the framework's classes in the place of plain messages, made by the framework itself;
 * all others stay the objects that they are. The list as it is, where the model has no way to make them.
 */
export function coerceMessages(
  model: Fields | undefined,
  messages: readonly LangChainMessage[],
): LangChainMessage[] {
  if (messages.every(isInstance)) return [...messages]
  const convert = convertOf(model)
  if (!convert) return [...messages]
  const prompt = convert(messages)
  const toMessages = isFields(prompt) ? prompt['toChatMessages'] : undefined
  const converted: unknown =
    typeof toMessages === 'function' ? Reflect.apply(toMessages, prompt, []) : messages
  return converted as LangChainMessage[] // what the framework makes of a list of messages
}

function isInstance(message: LangChainMessage): boolean {
  return typeof Reflect.get(message, '_getType') === 'function'
}

function convertOf(
  model: Fields | undefined,
): ((messages: readonly LangChainMessage[]) => unknown) | undefined {
  const own = model?.['constructor']
  const convert: unknown =
    typeof own === 'function' ? Reflect.get(own, '_convertInputToPromptValue') : undefined
  return typeof convert === 'function'
    ? (messages) => Reflect.apply(convert, own, [[...messages]])
    : undefined
}
