import { type Fields, isFields } from '../fields.ts'

/** What an item is in the end: one that the SDK doesn't know carries the provider's own item as its data. */
export function typeOf(item: Fields): unknown {
  const { type, name } = item
  if (type !== 'hosted_tool_call' && type !== 'unknown') return type
  // Hosted tools are told apart by the type of the provider's item, and by their name where that is missing.
  return dataOf(item)['type'] ?? (type === 'unknown' ? type : name)
}

/** What an item keeps of the provider's own. */
export function dataOf({ providerData }: Fields): Fields {
  return isFields(providerData) ? providerData : {}
}

/** Whether an item is a message; only such may come without a type. */
export function isMessage({ type }: Fields): boolean {
  return type === 'message' || type === undefined || type === null
}

/** Whether an item calls: one of the SDK's, a hosted tool, or an unknown one of the provider that says so. */
export function isCall(item: Fields): boolean {
  const { type } = item
  if (type === 'program') return true
  return isNamed(typeOf(item), '_call')
}

/** Whether an item answers a call. The SDK names some results as the Responses API does. */
export function isResult(item: Fields): boolean {
  const type = typeOf(item)
  return isNamed(type, '_output') || isNamed(type, '_call_result')
}

/** The id that pairs a call with its result; undefined when an item has none. */
export function callIdOf(item: Fields): string | undefined {
  const data = dataOf(item)
  const id = item['callId'] ?? item['call_id'] ?? data['callId'] ?? data['call_id']
  return typeof id === 'string' ? id : undefined
}

function isNamed(type: unknown, ending: string): boolean {
  return typeof type === 'string' && type.endsWith(ending)
}
