import type { ModelMessage } from 'ai'
import type { Seam } from './sdks.ts'

interface Result {
  readonly response: { readonly messages: readonly ModelMessage[] }
  readonly responseMessages: readonly ModelMessage[]
}

/** What a run added to the history. In ai 7 `response.messages` holds the last step alone. */
export function responseMessages(seam: Seam, result: Result): readonly ModelMessage[] {
  return seam.major === 7 ? result.responseMessages : result.response.messages
}
