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

/**
 * The same for what hears the signal itself, and may say what became of its work: its answer counts until the next turn
 * of the event loop.
 */
export function untilLeft<T>(pending: PromiseLike<T>, signal: AbortSignal | undefined): Promise<T> {
  const left = new AbortController()
  const leave = (): void => {
    setImmediate(() => left.abort(signal?.reason))
  }
  signal?.addEventListener('abort', leave, { once: true })
  if (signal?.aborted) leave()
  return untilAborted(pending, left.signal).finally(() => signal?.removeEventListener('abort', leave))
}
