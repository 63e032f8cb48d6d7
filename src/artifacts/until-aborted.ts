/**
 * What a promise settles with, unless the signal is aborted before: then a rejection with its reason, at once. What comes
 * late is ignored.
 */
export function untilAborted<T>(pending: PromiseLike<T> | T, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal?.reason)
    signal?.addEventListener('abort', abort, { once: true })
    if (signal?.aborted) abort()
    const done = (): void => signal?.removeEventListener('abort', abort)
    Promise.resolve(pending).then(
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
