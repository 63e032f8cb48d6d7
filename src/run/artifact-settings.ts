import type { ArtifactOwner, Workspace } from '../artifacts/workspace.ts'
import { longestPreviewBytes } from '../context/envelope.ts'
import { ProfileError } from '../errors/profile-error.ts'
import { describe } from '../profile/profile-schema.ts'
import type { RunOptions } from './run-options.ts'

/** Options of artifacts, checked, with every default filled in. */
export interface ArtifactSettings {
  /** Null where nothing is offloaded. */
  readonly workspace: Workspace | null
  readonly owner: ArtifactOwner
  readonly inlineLimitBytes: number
  readonly previewBytes: number
  /** In how many calls one body may go out. */
  readonly deliveriesPerBody: number
}

type ArtifactOptions = Pick<RunOptions<never>, 'workspace' | 'offload' | 'bodyDelivery' | 'trustBinding'>

/** @throws ProfileError naming the option that is not in order */
export function artifactSettingsOf({
  workspace,
  offload,
  bodyDelivery,
  trustBinding,
}: ArtifactOptions): ArtifactSettings {
  if (workspace !== undefined && !isWorkspace(workspace)) {
    throw refusal('workspace', workspace, 'a workspace, as artifactWorkspace() makes it')
  }
  if (offload !== undefined && !isObject(offload)) throw refusal('offload', offload, 'an object')
  if (offload !== undefined && !workspace) {
    throw refusal('workspace', workspace, 'given beside offload: bodies have to be kept somewhere')
  }
  const { inlineLimitBytes = 4_096, previewBytes = 0 } = offload ?? {}
  checkCount('offload.inlineLimitBytes', inlineLimitBytes, 1, Number.MAX_SAFE_INTEGER)
  checkCount('offload.previewBytes', previewBytes, 0, longestPreviewBytes)
  if (bodyDelivery !== undefined && !isObject(bodyDelivery))
    throw refusal('bodyDelivery', bodyDelivery, 'an object')
  const { calls = 1 } = bodyDelivery ?? {}
  checkCount('bodyDelivery.calls', calls, 1, 1_000)
  return {
    workspace: workspace ?? null,
    owner: trustBinding ? ownerOf(trustBinding) : null,
    inlineLimitBytes,
    previewBytes,
    deliveriesPerBody: calls,
  }
}

function ownerOf({ owner, sessionId, workspaceId }: NonNullable<ArtifactOwner>): ArtifactOwner {
  return { owner, sessionId, workspaceId }
}

function isWorkspace(value: unknown): value is Workspace {
  return (
    isObject(value) &&
    ['store', 'stat', 'read'].every((name) => typeof Reflect.get(value, name) === 'function')
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function checkCount(path: string, value: unknown, least: number, most: number): void {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most) return
  const bound = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`
  throw refusal(path, value, `a whole number of at least ${least}${bound}`)
}

function refusal(path: string, value: unknown, wanted: string): ProfileError {
  return new ProfileError([{ path, message: `must be ${wanted} (got ${describe(value)})` }])
}
