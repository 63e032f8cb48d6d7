import type { BoundedCall } from '../../run/bounded-call.ts'
import { type AnswerWatch, type StreamEnd, watchBody, watchEvents } from './watch-events.ts'

type Settling = Pick<BoundedCall<unknown>, 'commit' | 'release'>

/**
 * The same response, which settles the call: an error status releases it at once; a body commits it when it was read to
 * its end or has said that the message is complete, with the usage that it reports, and releases it when it fails, carries
 * an `error` event or is given up. The bytes go by as they are, and none is read before it is asked for.
 */
export async function settleResponse(response: Response, call: Settling): Promise<Response> {
  if (!response.ok) {
    await call.release()
    return response
  }
  const body: ReadableStream<Uint8Array> | null = response.body
  // A `fetch` of the caller's may answer with a body of another make, which can't be read along.
  if (typeof body?.getReader !== 'function') {
    await call.commit()
    return response
  }
  const streams = response.headers.get('content-type')?.includes('text/event-stream')
  const settling = new Response(settleBody(body, call, streams ? watchEvents() : watchBody()), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
  // A response that is made has none, and callers of `withResponse()` may look at it.
  return Object.defineProperty(settling, 'url', { value: response.url })
}

function settleBody(
  body: ReadableStream<Uint8Array>,
  call: Settling,
  watch: AnswerWatch,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const settle = (how: StreamEnd['how']): Promise<void> =>
    how === 'commit' ? call.commit({ usage: watch.usage() }) : call.release()
  let rest: { readonly bytes: Uint8Array; readonly how: StreamEnd['how'] } | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (rest) {
            const { bytes, how } = rest
            rest = undefined
            await settle(how)
            controller.enqueue(bytes)
            return
          }
          const { done, value } = await reader.read()
          if (done) {
            await settle('commit')
            controller.close()
            return
          }
          const end = watch.look(value)
          // Who stops reading before the end has given up, also when all of the answer came in one piece.
          if (end && end.at > 0) rest = { bytes: value.subarray(end.at), how: end.how }
          else if (end) await settle(end.how)
          controller.enqueue(rest ? value.subarray(0, end?.at) : value)
        } catch (error) {
          await call.release()
          throw error
        }
      },
      async cancel(reason) {
        await call.release()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
