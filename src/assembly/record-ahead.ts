import type { Awaitable, RecheckedFacts } from '../../machines/assembly/assembly.ports.ts'
import type { Entry } from '../context/entry.ts'
import { andThen, isPromiseLike } from './and-then.ts'
import { carriedKeys } from './carried-keys.ts'
import type { LeaseDesk } from './lease-desk.ts'

/**
 * Looks at the history for the last time, and records that the bodies of a list are about to be sent: whoever crashes from
 * then on may have sent them. Where that has to be waited for, the host has the word meanwhile, and is looked at again.
 *
 * @param look is told whether there was anything to wait for
 */
export function recordAhead<M>(
  desk: LeaseDesk,
  candidate: readonly Entry<M>[],
  look: (waited: boolean) => Awaitable<RecheckedFacts>,
): Awaitable<RecheckedFacts> {
  return andThen(look(false), (facts) => {
    if (facts.staleness === 'version') return facts
    const recorded = desk.send(carriedKeys(candidate))
    return isPromiseLike(recorded) ? andThen(recorded, () => look(true)) : facts
  })
}
