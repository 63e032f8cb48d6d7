import { CompositionError } from '../../errors/composition-error.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import { boundMark } from '../bound-mark.ts'
import { boundMessages } from './bound-messages.ts'
import type { BoundMessagesOptions, OwnRunOptions } from './bound-messages-options.ts'

/** A client of `@anthropic-ai/sdk`, by structure: those of other platforms fit as well. */
export interface AnthropicClient {
  readonly middleware: readonly unknown[]
  withOptions(options: never): unknown
}

/**
 * A copy of the client, every request for a message of which is bounded; the client itself stays as it is. The copy shares
 * its credentials and options, and its middlewares stand outside of the bound.
 *
 * @throws CompositionError when the client takes no middlewares (`unsupportedClient`) or is bounded already
 * (`alreadyWrapped`)
 * @example
 * await using run = plimsoll.openRun({ id: requestId })
 * const message = await boundAnthropic(client, run).messages.create({ model, max_tokens, messages })
 */
export function boundAnthropic<C extends AnthropicClient>(
  client: C,
  run: Run<unknown>,
  options?: BoundMessagesOptions,
): C
export function boundAnthropic<C extends AnthropicClient>(
  client: C,
  plimsoll: Plimsoll<unknown>,
  options?: OwnRunOptions,
): C
export function boundAnthropic<C extends AnthropicClient>(
  client: C,
  bounds: Run<unknown> | Plimsoll<unknown>,
  options: OwnRunOptions = {},
): C {
  if (!takesMiddleware(client)) throw new CompositionError('unsupportedClient')
  if (client.middleware.some(isBound)) throw new CompositionError('alreadyWrapped')
  const bound = 'openRun' in bounds ? boundMessages(bounds, options) : boundMessages(bounds, options)
  const middleware = [...client.middleware, bound]
  return client.withOptions({ middleware } as never) as C // the client's own options type; it answers a copy of itself
}

// Releases before 0.101 take none, and would pass every request by.
function takesMiddleware(client: unknown): client is AnthropicClient {
  return (
    typeof client === 'object' &&
    client !== null &&
    Array.isArray(Reflect.get(client, 'middleware')) &&
    typeof Reflect.get(client, 'withOptions') === 'function'
  )
}

function isBound(middleware: unknown): boolean {
  return typeof middleware === 'function' && boundMark in middleware
}
