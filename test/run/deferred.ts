/** A promise that a test settles when it likes. */
export interface Deferred<T> {
  readonly promise: Promise<T>
  resolve(value: T): void
  reject(reason: unknown): void
}

export function deferred<T = void>(): Deferred<T> {
  let settle: Pick<Deferred<T>, 'resolve' | 'reject'> | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return { promise, resolve: (value) => settle?.resolve(value), reject: (reason) => settle?.reject(reason) }
}

/** Lets everything happen that can happen without anybody's doing. */
export function quiet(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** What a promise was rejected with, by identity. */
export async function rejectionOf(promise: PromiseLike<unknown>): Promise<unknown> {
  let value: unknown
  try {
    value = await promise
  } catch (reason) {
    return reason
  }
  throw new Error(`expected a rejection, got ${typeof value}`)
}
