import type { AnthropicMessage } from '../../dialects/anthropic/index.ts'
import type { MessagesRequest } from './messages-request.ts'

/** The fields of a body that the seam reads; all others go by. */
export interface MessagesBody {
  readonly messages: readonly AnthropicMessage[]
  readonly system?: unknown
  readonly tools?: unknown
  readonly tool_choice?: unknown
  readonly output_config?: unknown
  readonly output_format?: unknown
  readonly context_management?: unknown
  readonly compaction?: unknown
  readonly thread?: unknown
}

/** A body as it was sent to us, and what it says. */
export interface ReadBody {
  readonly text: string
  readonly fields: MessagesBody
}

type FetchBody = ConstructorParameters<typeof Response>[0]

/** Reads the body of a request; undefined for one without a list of messages, which the API refuses by itself. */
export async function readBody({ body }: MessagesRequest): Promise<ReadBody | undefined> {
  // The client sends a string; callers of `client.post` may give any body.
  const text = typeof body === 'string' ? body : await new Response(body as FetchBody).text() // or `fetch` fails as well
  const fields = parse(text)
  return hasMessages(fields) ? { text, fields } : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function hasMessages(value: unknown): value is MessagesBody {
  return typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'messages'))
}
