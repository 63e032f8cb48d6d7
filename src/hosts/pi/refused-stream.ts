import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { PiModel, PiStream } from './pi-stream.ts'

const noCost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
const noUsage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost: noCost }

/**
 * The stream of an answer that never came: a stream function must not throw. Its message holds our message, and our error
 * as its `cause`, which is left out where the message is copied or stored.
 */
export function refusedStream({ id, api, provider }: PiModel, refusal: PlimsollError): PiStream {
  const answer = {
    role: 'assistant',
    content: [],
    api,
    provider,
    model: id,
    usage: noUsage,
    stopReason: 'error',
    errorMessage: refusal.message,
    timestamp: Date.now(),
  }
  Object.defineProperty(answer, 'cause', { value: refusal })
  const stream = {
    result: async () => answer,
    async *[Symbol.asyncIterator]() {
      yield { type: 'error', reason: 'error', error: answer }
    },
  }
  return stream
}
