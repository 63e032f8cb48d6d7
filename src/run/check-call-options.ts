import { ProfileError } from '../errors/profile-error.ts'
import { checkDialect } from './check-dialect.ts'
import type { CallOptions } from './run-options.ts'

/** @throws ProfileError for a signal or a dialect that is none; the overhead is checked where its unit is known */
export function checkCallOptions<M>({ signal, dialect }: CallOptions<M>): void {
  if (dialect !== undefined) checkDialect(dialect)
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw new ProfileError([
      { path: 'signal', message: 'must be an AbortSignal: pass controller.signal, not the controller' },
    ])
  }
}
