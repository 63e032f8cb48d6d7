import { AsyncLocalStorage } from 'node:async_hooks'

/** A run that waits for a reducer, seen from inside of it. */
interface Waiting {
  readonly run: object
  isOver: boolean
}

const waiting = new AsyncLocalStorage<readonly Waiting[]>()

/** Calls a reducer so that its own calls through the same run are known as such, until its answer is waited for no more. */
export async function insideReducerOf<T>(run: object, wait: (enter: Enter) => Promise<T>): Promise<T> {
  const scope: Waiting = { run, isOver: false }
  try {
    return await wait((call) => waiting.run([...(waiting.getStore() ?? []), scope], call))
  } finally {
    scope.isOver = true
  }
}

type Enter = <R>(call: () => R) => R

/** Whether the code that asks runs inside a reducer that this run waits for. */
export function isInsideReducerOf(run: object): boolean {
  return waiting.getStore()?.some((scope) => scope.run === run && !scope.isOver) ?? false
}
