import type { FallbackForms } from '../context/fall-back.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import type { EntryMaker } from './entry-maker.ts'

/** The entries that a fallback may add under a profile. */
export function fallbackForms<M>(
  maker: EntryMaker<M>,
  { omissionNotice }: Pick<CheckedProfile, 'omissionNotice'>,
): FallbackForms<M> {
  return {
    ledger: (digests) => maker.ledger(digests),
    notice: omissionNotice ? maker.notice() : null,
    standIn: (role) => maker.notice(role),
  }
}
