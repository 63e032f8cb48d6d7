import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'

/** Goes on with a value at once when it is there, and when it settles otherwise: no needless turn of the event loop. */
export function andThen<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  // A thenable of the host's is adopted first: what its own `then` answers with may be anything.
  return isPromiseLike(value) ? Promise.resolve(value).then(next) : next(value)
}

/** Does something, and turns what it throws, at once or later, into something else. */
export function orElse<T>(work: () => Awaitable<T>, recover: (error: unknown) => T): Awaitable<T> {
  try {
    const value = work()
    return isPromiseLike(value) ? Promise.resolve(value).catch(recover) : value
  } catch (error) {
    return recover(error)
  }
}

/** Whether a value has to be waited for. */
export function isPromiseLike<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
