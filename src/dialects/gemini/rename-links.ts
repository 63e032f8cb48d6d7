import type { LinkKeys } from '../../context/message-forms.ts'
import type { Fields } from '../fields.ts'
import { replaceFields } from '../replace-fields.ts'
import { takeKeys } from '../take-keys.ts'
import type { GeminiContent } from './gemini-content.ts'
import { isCallPart, isResponsePart } from './part-kinds.ts'

/** The content with other ids for calls and responses. What has no id is paired by its place, and stays as it is. */
export function renameLinks(content: GeminiContent, keys: LinkKeys): GeminiContent {
  if (!Array.isArray(content.parts)) return content
  const given: readonly unknown[] = content.parts
  const callKey = takeKeys(keys.calls)
  const responseKey = takeKeys(keys.results)
  const parts = given.map((part) => {
    if (isCallPart(part)) return withId(part, 'functionCall', part.functionCall, callKey())
    return isResponsePart(part)
      ? withId(part, 'functionResponse', part.functionResponse, responseKey())
      : part
  })
  return parts.some((part, place) => part !== given[place]) ? replaceFields(content, { parts }) : content
}

function withId<P extends Fields>(part: P, name: string, link: Fields, id: string | undefined): P {
  if (id === undefined || (link['id'] ?? '') === '') return part
  return replaceFields(part, { [name]: replaceFields(link, { id }) })
}
