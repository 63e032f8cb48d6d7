import type { BoundedCall } from '../../run/bounded-call.ts'
import { type AnswerEnd, type AnswerWatch, watchBody, watchEvents } from './watch-answer.ts'

type Settling = Pick<BoundedCall<unknown>, 'commit' | 'release'>

/**
 * The same response, which settles the call while its body is read: commits at its end, or where a stream says that the
 * answer is complete, with the usage that it reports; releases when it fails, carries an error, is given up, or its
 * request is ended. The bytes go by as they are, and none is read before it is asked for.
 *
 * @param ended aborted when the client ends the request
 */
export function settleResponse(
  response: Response,
  call: Settling,
  { ended, streams }: { readonly ended: AbortSignal; readonly streams: boolean },
): Response {
  const body: ReadableStream<Uint8Array> | null = response.body
  // A `fetch` of the caller's may answer with a body of another make, which can't be read along.
  if (!body || typeof body.getReader !== 'function') {
    void call.commit()
    return response
  }
  const onEnded = (): void => void call.release()
  ended.addEventListener('abort', onEnded, { once: true })
  const watch = streams ? watchEvents() : watchBody()
  const settle = (how: AnswerEnd): Promise<void> => {
    ended.removeEventListener('abort', onEnded)
    return how === 'commit' ? call.commit({ usage: watch.usage() }) : call.release()
  }
  const settling = new Response(settleBody(body, settle, watch), {
    status: response.status,
    statusText: response.statusText,
    headers: response.headers,
  })
  // A response that is made has none, and the client's log names it.
  return Object.defineProperty(settling, 'url', { value: response.url })
}

function settleBody(
  body: ReadableStream<Uint8Array>,
  settle: (how: AnswerEnd) => Promise<void>,
  watch: AnswerWatch,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  // What says that the answer is complete waits until all before it was asked for: a reader may still break off.
  let ending: Uint8Array | undefined
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = ending ? { done: false, value: ending } : await reader.read()
          if (done) {
            await settle(watch.end())
            controller.close()
            return
          }
          const over = ending ? { end: 'commit' as const, at: 0 } : watch.look(value)
          ending = undefined
          if (over?.end === 'commit' && over.at > 0) {
            ending = value.subarray(over.at)
            controller.enqueue(value.subarray(0, over.at))
            return
          }
          if (over) await settle(over.end)
          controller.enqueue(value)
        } catch (error) {
          await settle('release')
          throw error
        }
      },
      async cancel(reason) {
        await settle('release')
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}
