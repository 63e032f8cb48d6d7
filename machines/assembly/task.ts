import { type AnyEventObject, type CallbackActorLogic, fromCallback } from 'xstate'
import type { AttemptRejection, Awaitable, Workbench } from './assembly.ports.ts'
import type { StepEvent } from './assembly-events.ts'

/** What every step of an assembly is given. */
export interface StepInput {
  readonly workbench: Workbench
  readonly epoch: number
  readonly attempt: number
  /** What the attempt before came to nothing for. */
  readonly last: AttemptRejection['reasons']
}

type FactsOf<T extends StepEvent['type']> =
  Extract<StepEvent, { type: T }> extends { readonly facts: infer F } ? F : never

/**
 * A step as an actor: does its work, and answers once with one named event that carries the facts. It answers at once
 * when the work does. What it throws goes to the workbench; its signal aborts when it is left unanswered.
 */
export function task<T extends StepEvent['type']>(
  type: T,
  work: (input: StepInput, signal: AbortSignal) => Awaitable<FactsOf<T>>,
): CallbackActorLogic<AnyEventObject, StepInput> {
  return fromCallback<AnyEventObject, StepInput>(({ input, sendBack }) => {
    const { workbench, epoch } = input
    const controller = new AbortController()
    let answered = false
    const answer = (event: AnyEventObject): void => {
      if (answered) return
      answered = true
      sendBack(event)
    }
    const succeed = (facts: FactsOf<T>): void => answer({ type, epoch, facts })
    const fail = (error: unknown): void => {
      if (answered) return
      workbench.keep(error)
      answer({ type: 'step.failed', epoch })
    }
    try {
      const facts = work(input, controller.signal)
      if (isPromiseLike(facts)) facts.then(succeed, fail)
      else succeed(facts)
    } catch (error) {
      fail(error)
    }
    return () => {
      // An abort builds an exception with a stack: only what still works is told.
      if (answered) return
      answered = true
      controller.abort()
    }
  })
}

function isPromiseLike<T>(value: Awaitable<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value
}
