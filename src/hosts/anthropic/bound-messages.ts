import { type AnthropicMessage, anthropic } from '../../dialects/anthropic/index.ts'
import { CompositionError } from '../../errors/composition-error.ts'
import { ServerHeldContextError } from '../../errors/server-held-context-error.ts'
import { tellQuietly } from '../../observability/tell-quietly.ts'
import { callThrough, refuseThrough } from '../../run/call-through.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import { boundMark } from './bound-mark.ts'
import type { BoundMessagesOptions, OwnRunOptions } from './bound-messages-options.ts'
import { measureRequest } from './measure-request.ts'
import { type ReadBody, readBody } from './messages-body.ts'
import { asksForMessage, type MessagesMiddleware, type MessagesRequest } from './messages-request.ts'
import { settleResponse } from './settle-response.ts'

const dialect = anthropic()

/**
 * A middleware of the Anthropic client that bounds every request for a message: what is sent is within the hard limit, or
 * nothing is sent and the caller gets our error, which the client doesn't retry. Give it as the last one. Each attempt of
 * a retry is assembled anew from the full list. Only `messages` is ever changed; token counts, batches and everything
 * else go by.
 *
 * With a run, the calls share its leases and memory; with a plimsoll, each call gets a run of its own. A call is
 * committed when its answer was read to the end or its stream has said that the message is complete.
 *
 * @example
 * const client = new Anthropic({ middleware: [boundMessages(plimsoll)] })
 */
export function boundMessages(run: Run<unknown>, options?: BoundMessagesOptions): MessagesMiddleware
export function boundMessages(plimsoll: Plimsoll<unknown>, options?: OwnRunOptions): MessagesMiddleware
export function boundMessages(
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions = {},
): MessagesMiddleware {
  const middleware: MessagesMiddleware = async (request, next) => {
    if (!bounds.isBounding || !asksForMessage(request)) return next(request)
    if (boundMark in request) return refuseThrough(bounds, options, new CompositionError('alreadyWrapped'))
    const body = await readBody(request)
    if (!body) return next(request)
    if (isServerHeld(body)) {
      if (options.serverHeld !== 'pass')
        return refuseThrough(bounds, options, new ServerHeldContextError('anthropicThread'))
      tellQuietly(() => options.onServerHeld?.({ found: 'anthropicThread' }))
      return next(request)
    }
    const overhead = measureRequest(body.fields)
    const signal = request.signal ?? undefined
    const call = await callThrough(bounds, options, (run) =>
      run.assemble<AnthropicMessage>(body.fields.messages, { dialect, signal, overhead }),
    )
    try {
      return await settleResponse(await next(sentRequest(request, body, call.messages)), call)
    } catch (error) {
      await call.release()
      throw error
    }
  }
  return Object.defineProperty(middleware, boundMark, { value: true })
}

// Also a thread that begins: the server keeps it, and the client's next request holds the new messages alone.
function isServerHeld({ fields: { thread } }: ReadBody): boolean {
  return thread !== undefined && thread !== null
}

function sentRequest<R extends MessagesRequest>(
  request: R,
  { text, fields }: ReadBody,
  messages: readonly AnthropicMessage[],
): R {
  const isWhole =
    messages.length === fields.messages.length &&
    messages.every((message, index) => message === fields.messages[index])
  const body = isWhole ? text : JSON.stringify({ ...fields, messages })
  return { ...request, [boundMark]: true, body, headers: headersFor(request.headers, body) }
}

function headersFor(given: Headers, body: string): Headers {
  if (!given.has('content-length')) return given
  const headers = new Headers(given)
  headers.set('content-length', String(Buffer.byteLength(body)))
  return headers
}
