import { CompositionError } from '../../errors/composition-error.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import { boundMark } from '../bound-mark.ts'
import { delegateModel } from '../delegate-model.ts'
import type { AgentsModel, AgentsModelProvider } from './agents-model.ts'
import { boundAgentsModel } from './bound-agents-model.ts'
import type { BoundAgentsOptions, OwnRunOptions } from './bound-agents-options.ts'

/**
 * The same provider, all models of which are bounded as `boundAgentsModel` bounds one. Give it to a runner: agents that
 * name their model, handoffs and agents as tools then go through it. An agent with a model object of its own doesn't.
 *
 * @throws CompositionError when the provider is none (`unsupportedModel`) or is bounded already (`alreadyWrapped`)
 * @example
 * const runner = new Runner({ modelProvider: boundModelProvider(new OpenAIProvider(), run) })
 */
export function boundModelProvider<P extends AgentsModelProvider>(
  provider: P,
  run: Run<unknown>,
  options?: BoundAgentsOptions,
): P
export function boundModelProvider<P extends AgentsModelProvider>(
  provider: P,
  plimsoll: Plimsoll<unknown>,
  options?: OwnRunOptions,
): P
export function boundModelProvider<P extends AgentsModelProvider>(
  provider: P,
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions = {},
): P {
  if (!isProvider(provider)) throw new CompositionError('unsupportedModel')
  if (boundMark in provider) throw new CompositionError('alreadyWrapped')
  return delegateModel(
    provider,
    new Map<PropertyKey, unknown>([
      [boundMark, true],
      ['getModel', getModel],
    ]),
  )

  async function getModel(modelName?: string): Promise<AgentsModel> {
    const model = await provider.getModel(modelName)
    return 'openRun' in bounds
      ? boundAgentsModel(model, bounds, options)
      : boundAgentsModel(model, bounds, options)
  }
}

function isProvider(value: unknown): value is AgentsModelProvider {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'getModel') === 'function'
}
