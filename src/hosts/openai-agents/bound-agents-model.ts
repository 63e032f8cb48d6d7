import { isFields } from '../../dialects/fields.ts'
import { CompositionError } from '../../errors/composition-error.ts'
import { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { Bounds } from '../../run/call-through.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import { boundMark } from '../bound-mark.ts'
import { delegateModel } from '../delegate-model.ts'
import type { AgentsModel, ModelRequest, RetryQuestion } from './agents-model.ts'
import type { BoundAgentsOptions, OwnRunOptions } from './bound-agents-options.ts'
import { BoundRequests } from './bound-requests.ts'

/**
 * The same model, every request to which is bounded: what it is sent is within the hard limit, or it is sent nothing and
 * the runner gets our error. Give the result to an agent wherever the model would stand.
 *
 * With a run, the calls share its leases and memory; with a plimsoll, each call gets a run of its own. A call is committed
 * when the model has answered, for a stream with the event that says so. Items are never edited, and a session stores what
 * it would store without a bound.
 *
 * @throws CompositionError when the model is a model id (`unsupportedModel`) or is bounded already (`alreadyWrapped`)
 * @example
 * await using run = plimsoll.openRun({ id: requestId })
 * const agent = new Agent({ name, instructions, tools, model: boundAgentsModel(model, run) })
 */
export function boundAgentsModel<M extends AgentsModel>(
  model: M,
  run: Run<unknown>,
  options?: BoundAgentsOptions,
): M
export function boundAgentsModel<M extends AgentsModel>(
  model: M,
  plimsoll: Plimsoll<unknown>,
  options?: OwnRunOptions,
): M
export function boundAgentsModel<M extends AgentsModel>(
  model: M,
  bounds: Bounds,
  options: OwnRunOptions = {},
): M {
  if (!isModel(model)) throw new CompositionError('unsupportedModel')
  if (boundMark in model) throw new CompositionError('alreadyWrapped')
  const requests = new BoundRequests(bounds, options)
  return delegateModel(
    model,
    new Map<PropertyKey, unknown>([
      [boundMark, true],
      ['getResponse', getResponse],
      ['getStreamedResponse', getStreamedResponse],
      ['getRetryAdvice', getRetryAdvice],
    ]),
  )

  async function getResponse(asked: ModelRequest): Promise<object> {
    for (let isBehindOverflow = false; ; isBehindOverflow = true) {
      const made = await requests.open(asked, isBehindOverflow)
      try {
        const response = await model.getResponse(made.request as never) // as the runner's, but for its items
        await requests.answered(made, response)
        return response
      } catch (error) {
        if (!(await requests.failed(made, error)) || isBehindOverflow) throw error
      }
    }
  }

  async function* getStreamedResponse(asked: ModelRequest): AsyncGenerator<unknown, void> {
    for (let isBehindOverflow = false; ; isBehindOverflow = true) {
      const made = await requests.open(asked, isBehindOverflow)
      let hasBegun = false
      try {
        const events = model.getStreamedResponse(made.request as never) // as the runner's, but for its items
        for await (const event of events) {
          hasBegun = true
          if (isDone(event)) await requests.answered(made, event['response'])
          yield event
        }
        await requests.answered(made)
        return
      } catch (error) {
        if (!(await requests.failed(made, error)) || hasBegun || isBehindOverflow) throw error
      } finally {
        // Its reader broke off.
        await made.call?.release()
      }
    }
  }

  // The runner asks its user's policy, which may be to try everything again. What we refused stays refused.
  function getRetryAdvice(question: RetryQuestion): unknown {
    if (PlimsollError.isInstance(question.error)) return neverAgain
    const advise: unknown = Reflect.get(model, 'getRetryAdvice')
    return typeof advise === 'function' ? Reflect.apply(advise, model, [question]) : undefined
  }
}

// An abort is the one thing that no policy is asked about.
const neverAgain = Object.freeze({ suggested: false, normalized: Object.freeze({ isAbort: true }) })

function isDone(event: unknown): event is Readonly<Record<string, unknown>> {
  return isFields(event) && event['type'] === 'response_done'
}

function isModel(value: unknown): value is AgentsModel {
  return (
    isFields(value) &&
    typeof Reflect.get(value, 'getResponse') === 'function' &&
    typeof Reflect.get(value, 'getStreamedResponse') === 'function'
  )
}
