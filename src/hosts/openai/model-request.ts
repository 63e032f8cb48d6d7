import { type Fields, isFields } from '../../dialects/fields.ts'
import type { RequestOptions } from './openai-client.ts'

/** The two APIs whose requests are bounded. */
export type Api = 'chat' | 'responses'

const listFields = { chat: 'messages', responses: 'input' } as const

// The end of the path, since an Azure client puts the deployment before it, and a caller may give a whole URL.
const modelPath = /(?:^|\/)(chat\/completions|responses)(?:\?.*)?$/

/** The API that a request asks for an answer; undefined for any other path. */
export function apiOf({ method, path }: RequestOptions): Api | undefined {
  const found = method.toLowerCase() === 'post' ? modelPath.exec(path)?.[1] : undefined
  if (found === undefined) return undefined
  return found === 'responses' ? 'responses' : 'chat'
}

/** The list that the model reads. A text is one user message, an input that is left out an empty list. */
export function listOf(api: Api, body: unknown): unknown {
  const list = isFields(body) ? body[listFields[api]] : undefined
  if (api === 'chat' || !isFields(body)) return list
  if (typeof list === 'string') return [{ role: 'user', content: list }]
  return list ?? []
}

/** A body of its own with the list that goes out; a list that says the same leaves the field as it was. */
export function bodyWith(api: Api, body: Fields, list: readonly unknown[], sent: readonly unknown[]): Fields {
  const isSame = list.length === sent.length && list.every((message, index) => message === sent[index])
  if (isSame && !Array.isArray(body[listFields[api]])) return { ...body }
  // An array of its own: ours is frozen, and the caller's may go on growing.
  return { ...body, [listFields[api]]: [...sent] }
}
