/** A request on its way through the client's middlewares, by structure: the SDK's `APIRequest` fits. */
export interface MessagesRequest {
  readonly url: string
  readonly method?: string | undefined
  readonly headers: Headers
  readonly body?: unknown
  readonly signal?: AbortSignal | null | undefined
}

/** A middleware of the Anthropic client, by structure: fits the SDK's `Middleware`. */
export type MessagesMiddleware = <R extends MessagesRequest>(
  request: R,
  next: (request: R) => Promise<Response>,
  context?: unknown,
) => Promise<Response>

/**
 * Whether a request asks for a message. Token counts, batches and all else don't. The clients of other platforms rewrite
 * the path further in.
 */
export function asksForMessage({ method, url }: MessagesRequest): boolean {
  return method?.toUpperCase() === 'POST' && /\/v1\/messages\/?(?:[?#]|$)/.test(url)
}
