import { AsyncLocalStorage } from 'node:async_hooks'

/** Runs that wait for a reducer, seen from inside of it. */
const waiting = new AsyncLocalStorage<ReadonlySet<object>>()

/** Calls a reducer so that its own calls through the same run are known as such. */
export function insideReducerOf<T>(run: object, call: () => T): T {
  return waiting.run(new Set([...(waiting.getStore() ?? []), run]), call)
}

/** Whether the code that asks runs inside a reducer of this run. */
export function isInsideReducerOf(run: object): boolean {
  return waiting.getStore()?.has(run) ?? false
}
