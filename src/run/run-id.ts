import { randomUUID } from 'node:crypto'
import { ProfileError } from '../errors/profile-error.ts'

const pattern = /^[A-Za-z0-9._:-]{1,128}$/

/** The run id that was given, or a random one. */
export function runIdOf(id: string | undefined): string {
  return id === undefined ? randomUUID() : checkId('id', id)
}

/**
 * An id that may stand in events.
 *
 * @throws ProfileError naming the option, never the value
 */
export function checkId(path: string, id: string): string {
  if (typeof id === 'string' && pattern.test(id)) return id
  throw new ProfileError([
    { path, message: 'must be 1 to 128 letters, digits or ._:- (it stands in every event)' },
  ])
}
