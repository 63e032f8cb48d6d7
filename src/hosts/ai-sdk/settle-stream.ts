import type { BoundedCall } from '../../run/bounded-call.ts'
import type { CallUsage } from '../../run/run-options.ts'
import { usageOf } from './usage-of.ts'

/**
 * The same stream, which settles the call on its way: commit at its normal end, also without a single part, with the usage
 * that it reports; release when it fails, carries an `error` part or is given up by its reader. Reads no part before it is
 * asked for.
 */
export function settleStream<P>(
  stream: ReadableStream<P>,
  call: Pick<BoundedCall<unknown>, 'commit' | 'release'>,
): ReadableStream<P> {
  const reader = stream.getReader()
  let usage: CallUsage | undefined
  return new ReadableStream<P>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            await call.commit({ usage })
            controller.close()
            return
          }
          if (isPart(value, 'error')) await call.release()
          if (isPart(value, 'finish')) usage = usageOf(value)
          controller.enqueue(value)
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

function isPart(part: unknown, type: string): boolean {
  return typeof part === 'object' && part !== null && 'type' in part && part.type === type
}
