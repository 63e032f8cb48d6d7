/**
 * What the work settles with, unless the signal is aborted before: then a rejection with its reason, at once. The work is
 * not begun when it is aborted already, and what comes late is ignored.
 */
export function untilAborted<T>(work: () => PromiseLike<T> | T, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = (): void => reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    const done = (): void => signal?.removeEventListener('abort', abort)
    // A storage may also throw before it answers with a promise.
    new Promise<T>((settle) => settle(work())).then(
      (value) => {
        done()
        resolve(value)
      },
      (error: unknown) => {
        done()
        reject(error)
      },
    )
  })
}
