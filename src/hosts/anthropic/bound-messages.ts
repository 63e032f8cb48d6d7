import { type AnthropicMessage, anthropic } from '../../dialects/anthropic/index.ts'
import { CompositionError } from '../../errors/composition-error.ts'
import { admitServerHeld } from '../../run/admit-server-held.ts'
import type { BoundedCall } from '../../run/bounded-call.ts'
import { callThrough, lowersLimit, refuseThrough } from '../../run/call-through.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import { boundMark } from '../bound-mark.ts'
import { untilAbandoned } from '../until-abandoned.ts'
import type { BoundMessagesOptions, OwnRunOptions } from './bound-messages-options.ts'
import { measureRequest } from './measure-request.ts'
import { type ReadBody, readBody } from './messages-body.ts'
import { asksForMessage, type MessagesMiddleware, type MessagesRequest } from './messages-request.ts'
import { saysTooLong } from './says-too-long.ts'
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
      await admitServerHeld(bounds, options, { found: 'anthropicThread', index: undefined })
      return next(request)
    }
    for (let isBehindOverflow = false; ; isBehindOverflow = true) {
      const call = untilAbandoned(await open(request, body, isBehindOverflow), request.signal)
      const response = await send(call, () => next(sentRequest(request, body, call.messages)))
      if (!lowersLimit(bounds, options) || request.signal?.aborted || !(await saysTooLong(response)))
        return settleResponse(response, call)
      await call.release({ overflow: true })
      if (isBehindOverflow) return response
    }
  }
  return Object.defineProperty(middleware, boundMark, { value: true })

  function open(
    request: MessagesRequest,
    { fields }: ReadBody,
    isBehindOverflow: boolean,
  ): Promise<BoundedCall<AnthropicMessage>> {
    const overhead = measureRequest(fields)
    const signal = request.signal ?? undefined
    return callThrough(
      bounds,
      options,
      (run, limitFactor) =>
        run.assemble<AnthropicMessage>(fields.messages, { dialect, signal, overhead, limitFactor }),
      isBehindOverflow,
    )
  }
}

async function send(call: BoundedCall<AnthropicMessage>, next: () => Promise<Response>): Promise<Response> {
  try {
    return await next()
  } catch (error) {
    await call.release()
    throw error
  }
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
