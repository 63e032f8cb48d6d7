import { randomUUID } from 'node:crypto'
import { ProfileError } from '../errors/profile-error.ts'

const pattern = /^[A-Za-z0-9._:-]{1,128}$/

/** The run id that was given, or a new one. */
export function runIdOf(id: string | undefined, newId: () => string = randomUUID): string {
  return id === undefined ? newId() : checkId('id', id)
}

/** What makes new ids: the caller's function, whose every answer is checked, or random UUIDs. */
export function idMaker(newId: (() => string) | undefined): () => string {
  return newId ? () => checkId('newId()', newId()) : randomUUID
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
