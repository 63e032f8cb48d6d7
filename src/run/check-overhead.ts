import { ProfileError } from '../errors/profile-error.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'

/**
 * What a request carries beside its messages, checked.
 *
 * @throws ProfileError when it is no size and no list of texts, or when it leaves no room for messages
 */
export function checkOverhead<T extends number | readonly string[]>(overhead: T, profile: CheckedProfile): T {
  if (typeof overhead === 'number') {
    if (!Number.isSafeInteger(overhead) || overhead < 0) {
      throw new ProfileError([
        { path: 'overhead', message: `must be a whole number of at least 0 (got ${overhead})` },
      ])
    }
    if (overhead >= profile.hardLimit) {
      throw new ProfileError([
        {
          path: 'overhead',
          message: `leaves no room for messages (${overhead} of ${profile.hardLimit}); send fewer or smaller tools`,
        },
      ])
    }
  } else if (!Array.isArray(overhead) || !overhead.every((text) => typeof text === 'string')) {
    throw new ProfileError([{ path: 'overhead', message: 'must be a size or a list of texts' }])
  }
  return overhead
}
