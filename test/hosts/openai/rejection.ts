import { expect } from 'vitest'

/** What a promise rejects with. */
export function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(promise).then(
    () => expect.fail('it resolves'),
    (error: unknown) => error,
  )
}
