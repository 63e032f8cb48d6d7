import type { Plan } from '../context/plan.ts'
import type { Reducer, ReductionRequest } from '../context/reduction.ts'

/**
 * What a scripted reducer does when it is asked: answers with a plan or with messages, throws, never answers, or does what
 * a function makes of the request.
 */
export type ScriptedReduction<M> =
  | Plan
  | readonly M[]
  | { readonly throws: unknown }
  | 'never'
  | ((request: ReductionRequest<M>) => ReturnType<Reducer<M>>)

/** A reducer, and how it was asked. */
export interface ScriptedReducer<M> {
  readonly reducer: Reducer<M>
  /** The attempt of each request, in order. */
  readonly attempts: readonly number[]
  /** The requests, in order. They hold content. */
  readonly requests: readonly ReductionRequest<M>[]
}

/**
 * A reducer that does one thing after the other, and the last of them ever after.
 *
 * @example
 * const { reducer, attempts } = scriptedReducer([{ throws: new Error('busy') }, { drop: [1] }])
 */
export function scriptedReducer<M>(script: readonly ScriptedReduction<M>[]): ScriptedReducer<M> {
  const requests: ReductionRequest<M>[] = []
  const attempts: number[] = []
  return {
    attempts,
    requests,
    reducer: (request) => {
      const step = script[Math.min(requests.length, script.length - 1)] ?? {}
      requests.push(request)
      attempts.push(request.attempt)
      if (step === 'never') return new Promise<never>(() => {})
      if (typeof step === 'function') return step(request)
      if ('throws' in step) throw step.throws
      return step
    },
  }
}
