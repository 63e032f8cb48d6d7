import { ProfileError } from '../errors/profile-error.ts'
import { checkDialect } from './check-dialect.ts'
import type { CallOptions } from './run-options.ts'

/** @throws ProfileError for a signal, a dialect or a factor that is none; the overhead is checked where its unit is known */
export function checkCallOptions<M>({ signal, dialect, limitFactor }: CallOptions<M>): void {
  if (dialect !== undefined) checkDialect(dialect)
  if (limitFactor !== undefined && !(limitFactor > 0 && limitFactor <= 1)) {
    throw new ProfileError([{ path: 'limitFactor', message: 'must be a number above 0 and at most 1' }])
  }
  if (signal !== undefined && typeof signal?.addEventListener !== 'function') {
    throw new ProfileError([
      { path: 'signal', message: 'must be an AbortSignal: pass controller.signal, not the controller' },
    ])
  }
}
