import { ProfileError } from '../errors/profile-error.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import { describe } from '../profile/profile-schema.ts'

/**
 * What a request carries beside its messages, checked.
 *
 * @throws ProfileError when it is no size and no list of texts, or when it leaves no room for messages
 */
export function checkOverhead<T extends number | readonly string[]>(overhead: T, profile: CheckedProfile): T {
  if (typeof overhead !== 'number') {
    if (isTextList(overhead)) return overhead
    throw refusal(`must be a size or a list of texts (got ${describe(overhead)})`)
  }
  if (!Number.isSafeInteger(overhead) || overhead < 0) {
    throw refusal(`must be a whole number of at least 0 (got ${overhead})`)
  }
  if (overhead >= profile.hardLimit) {
    throw refusal(
      `leaves no room for messages (${overhead} of ${profile.hardLimit}); send fewer or smaller tools`,
    )
  }
  return overhead
}

function isTextList(overhead: unknown): boolean {
  // Array.from turns holes, which `every` would skip, into items.
  return Array.isArray(overhead) && Array.from(overhead).every((text) => typeof text === 'string')
}

function refusal(message: string): ProfileError {
  return new ProfileError([{ path: 'overhead', message }])
}
