import { LeaseError } from '../errors/lease-error.ts'

/**
 * Waits for an answer, but not for ever: a client may hold back what it is asked until its server is there again.
 *
 * @throws LeaseError when there is no answer in time; what was asked may still happen
 */
export function answerWithin<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new LeaseError('unavailable')), timeoutMs)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
