import { ProfileError, type ProfileIssue } from '../errors/profile-error.ts'
import { TrustBindingError, type TrustCheckpoint } from '../errors/trust-binding-error.ts'

/** Binds a run to its owner and place, all or nothing. Identity comes only from here, and goes into no event. */
export interface TrustBinding {
  readonly owner: string
  readonly sessionId: string
  readonly workspaceId: string
  /** Whether owner, session and workspace still are what they were. Asked at entry and again before dispatch. */
  current(): boolean
}

/** @throws ProfileError when a part of the binding is missing */
export function checkTrustBinding(binding: TrustBinding): void {
  if (typeof binding !== 'object' || binding === null) {
    throw new ProfileError([
      {
        path: 'trustBinding',
        message: 'must be { owner, sessionId, workspaceId, current() }; a binding is all or nothing',
      },
    ])
  }
  const issues: ProfileIssue[] = (['owner', 'sessionId', 'workspaceId'] as const)
    .filter((part) => typeof binding[part] !== 'string' || binding[part].trim() === '')
    .map((part) => ({
      path: `trustBinding.${part}`,
      message: 'must be a text that is not blank; a binding is all or nothing',
    }))
  if (typeof binding.current !== 'function') {
    issues.push({ path: 'trustBinding.current', message: 'must be a function that answers true or false' })
  }
  if (issues.length > 0) throw new ProfileError(issues)
}

/** @throws TrustBindingError when the binding is lost, or can't tell */
export function ensureTrust(binding: TrustBinding | undefined, checkpoint: TrustCheckpoint): void {
  if (binding && binding.current() !== true) throw new TrustBindingError(checkpoint)
}
