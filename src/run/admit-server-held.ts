import { ServerHeldContextError, type ServerHeldKind } from '../errors/server-held-context-error.ts'
import { tellQuietly } from '../observability/tell-quietly.ts'
import { type Bounds, refuseThrough, type SeamOptions } from './call-through.ts'

/** What of a request's context the server holds. */
export interface ServerHeldContext {
  readonly found: ServerHeldKind
  /** Index of the first item that names what the server holds; undefined when the request itself does. */
  readonly index: number | undefined
}

/** What a seam does with a request of which the server holds a part. */
export interface ServerHeldOptions {
  /**
   * What to do with a request of which the server holds a part: refuse it, or let it pass as it is, unbounded and
   * unmeasured. Default `'refuse'`; in `mode: 'observe'` such a request always passes.
   */
  readonly serverHeld?: 'refuse' | 'pass'
  /** Hears of each request that passed so. */
  readonly onServerHeld?: (context: ServerHeldContext) => void
}

/**
 * Lets a request go by of which the server holds a part, or refuses it. Who only observes must not fail a call: the
 * listeners hear the refusal that it would have been, and it goes by.
 */
export async function admitServerHeld(
  bounds: Bounds,
  options: SeamOptions & ServerHeldOptions,
  held: ServerHeldContext,
): Promise<void> {
  const { serverHeld, onServerHeld } = options
  if (serverHeld !== 'pass') {
    const refusal = new ServerHeldContextError(held.found, held.index)
    try {
      await refuseThrough(bounds, options, refusal)
    } catch (error) {
      if (error !== refusal || !bounds.isObserving) throw error
    }
  }
  if (onServerHeld) tellQuietly(() => onServerHeld(held))
}
