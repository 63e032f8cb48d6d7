import { type Fields, isFields } from '../../dialects/fields.ts'

/** A chat model of LangChain, by structure: the classes of all provider packages fit. */
export interface ChatModel {
  _llmType(): string
  invoke(input: never, options?: never): unknown
  _generate(messages: never, options: never, runManager?: never): Promise<object>
}

/** Whether a value is a chat model itself, and nothing that makes or wraps one. */
export function isChatModel(value: unknown): value is ChatModel {
  return (
    isFields(value) &&
    typeof value['_generate'] === 'function' &&
    typeof value['invoke'] === 'function' &&
    typeof value['_llmType'] === 'function' &&
    // What `initChatModel` gives makes its models by itself, one for each configuration.
    value['_getModelInstance'] === undefined
  )
}

/** The model that a request will reach: inside of a binding or a sequence, or made from a model id. */
export async function modelBehind(model: unknown): Promise<Fields | undefined> {
  if (!isFields(model)) return undefined
  const make = model['_getModelInstance']
  if (typeof make === 'function') return modelBehind(await Reflect.apply(make, model, []))
  if (isFields(model['bound'])) return modelBehind(model['bound'])
  const steps: unknown = model['steps']
  if (!Array.isArray(steps)) return model
  const step: unknown = steps.find((one) => isChatModel(one) || (isFields(one) && isFields(one['bound'])))
  return modelBehind(step)
}

/** Whether a model has a method of its own, other than what the base class does. */
export function overrides(model: object, method: string): boolean {
  let base: unknown
  for (let place: object | null = model; place !== null; place = Object.getPrototypeOf(place)) {
    const own: unknown = Object.getOwnPropertyDescriptor(place, method)?.value
    if (own !== undefined) base = own
  }
  return base !== undefined && Reflect.get(model, method) !== base
}
