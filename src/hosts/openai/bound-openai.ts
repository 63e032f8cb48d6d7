import { CompositionError } from '../../errors/composition-error.ts'
import type { Bounds } from '../../run/call-through.ts'
import type { Plimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import { boundMark } from '../bound-mark.ts'
import type { BoundOpenAIOptions, OwnRunOptions } from './bound-openai-options.ts'
import { BoundRequests } from './bound-requests.ts'
import {
  type Answer,
  type ClientSeam,
  type OpenAIClient,
  type RequestOptions,
  requestState,
  seamOf,
} from './openai-client.ts'

/**
 * A clone of the client, of the same class, whose Chat Completions and Responses requests are bounded: what is sent is
 * within the hard limit, or nothing is sent and the caller gets our error. Clones that its `withOptions` makes are bounded
 * as well; the client itself and all other requests are left alone.
 *
 * With a run, the calls share its leases and memory; with a plimsoll, each call gets a run of its own. Each try of the
 * client's is bounded anew, from the caller's list. A call is committed when its answer was read to the end. Bodies and
 * lists that the caller passes are never edited.
 *
 * @throws CompositionError when the client is bounded already (`alreadyWrapped`)
 * @throws CompositionError (`unsupportedClient`) for what is no client of the `openai` package
 * @example
 * const run = plimsoll.openRun({ id: requestId })
 * const client = boundOpenAI(new OpenAI(), run)
 * const answer = await client.chat.completions.create({ model: 'gpt-5', messages, tools })
 */
export function boundOpenAI<C extends OpenAIClient>(
  client: C,
  run: Run<unknown>,
  options?: BoundOpenAIOptions,
): C
export function boundOpenAI<C extends OpenAIClient>(
  client: C,
  plimsoll: Plimsoll<unknown>,
  options?: OwnRunOptions,
): C
export function boundOpenAI<C extends OpenAIClient>(
  client: C,
  bounds: Bounds,
  options: OwnRunOptions = {},
): C {
  if (boundMark in client) throw new CompositionError('alreadyWrapped')
  const clone = seamOf(client).withOptions(azureOptions(client))
  bindClone(clone, new BoundRequests(bounds, options))
  return clone as C // what `withOptions` promises
}

// Own properties in place of a subclass: the client's name stands in its requests, and its own hooks run first.
function bindClone(clone: object, requests: BoundRequests): void {
  const { withOptions, prepareOptions, makeRequest } = seamOf(clone)
  const seam: ClientSeam = {
    withOptions: (options) => {
      const next: object = withOptions.call(clone, { ...azureOptions(clone), ...options })
      bindClone(next, requests)
      return next
    },
    prepareOptions: async (options) => {
      const isBounded = requests.isBounded(options)
      if (isBounded) await requests.begin(options)
      const asked = options.body
      await prepareOptions.call(clone, options)
      if (!isBounded) return
      try {
        await requests.bound(options, asked)
      } catch (error) {
        const { signal } = options
        throw signal?.aborted && error === signal.reason ? abortErrorOf(clone, error) : error
      }
    },
    makeRequest: async (given, ...rest) => {
      const asked = await given
      if (!requests.isBounded(asked)) return makeRequest.call(clone, asked, ...rest)
      return attempt({ ...asked, [requestState]: asked[requestState] ?? { overflowed: false } }, rest)
    },
  }
  const hidden = { configurable: true, enumerable: false, writable: true }
  Object.defineProperty(clone, boundMark, { value: true })
  for (const [name, value] of Object.entries(seam)) Object.defineProperty(clone, name, { ...hidden, value })

  // With options of its own for each try: it gets another body, and a caller may have given the options themselves.
  async function attempt(options: RequestOptions, rest: readonly unknown[]): Promise<Answer> {
    try {
      return requests.answered(options, await makeRequest.call(clone, options, ...rest))
    } catch (error) {
      if (!(await requests.failed(options, error))) throw error
    }
    return attempt({ ...options }, rest)
  }
}

// What the client itself throws for an aborted request: its callers and its stream helpers look for it.
function abortErrorOf(client: object, reason: unknown): unknown {
  const AbortError: unknown = Reflect.get(client.constructor, 'APIUserAbortError')
  return typeof AbortError === 'function' ? Reflect.construct(AbortError, []) : reason
}

// An Azure client of major 6 doesn't hand these to its clones, and no clone comes about without them.
function azureOptions(client: object): object {
  const apiVersion: unknown = Reflect.get(client, 'apiVersion')
  if (typeof apiVersion !== 'string') return {}
  return { apiVersion, deployment: Reflect.get(client, 'deploymentName') }
}
