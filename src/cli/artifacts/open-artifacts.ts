import { stat } from 'node:fs/promises'
import { createStorage } from 'unstorage'
import { type ArtifactWorkspace, artifactWorkspace } from '../../artifacts/artifact-workspace.ts'
import type { ArtifactOwner } from '../../artifacts/workspace.ts'
import { ArtifactError } from '../../errors/artifact-error.ts'
import { InputError } from '../input-error.ts'
import { quote } from '../options/parse-size.ts'

/** Flags of every `artifacts` command, as they were written. */
export interface ArtifactFlags {
  readonly fs?: string
  readonly prefix?: string
  readonly owner?: string
  readonly session?: string
  readonly workspaceId?: string
  readonly json?: true
}

export interface OpenedArtifacts {
  readonly workspace: ArtifactWorkspace
  /** Undefined when no owner was named. */
  readonly owner: Exclude<ArtifactOwner, null> | undefined
}

/**
 * Opens the artifacts of a folder, to read them only.
 *
 * @throws InputError when there is no such folder, or the flags don't hold together
 */
export async function openArtifacts(flags: ArtifactFlags): Promise<OpenedArtifacts> {
  const owner = readOwner(flags)
  const { fs: base, prefix } = flags
  if (base === undefined)
    throw new InputError('--fs', undefined, 'is missing; name the folder of the storage')
  const folder = await stat(base).catch(() => undefined)
  if (!folder?.isDirectory())
    throw new InputError(base, undefined, 'is no folder that can be read; check the path')
  const { default: fsDriver } = await import('unstorage/drivers/fs')
  // Without patterns of its own the driver passes by a folder that lies somewhere below node_modules or .git.
  const storage = createStorage({ driver: fsDriver({ base, readOnly: true, ignore: [] }) })
  try {
    return { workspace: artifactWorkspace({ storage, ...(prefix === undefined ? {} : { prefix }) }), owner }
  } catch (error) {
    if (!ArtifactError.isInstance(error)) throw error
    const problem = `${quote(prefix ?? '')} is no prefix; write letters, digits, - and _, with : between parts`
    throw new InputError('--prefix', undefined, problem)
  }
}

function readOwner({ owner, session, workspaceId }: ArtifactFlags): OpenedArtifacts['owner'] {
  if (owner === undefined && session === undefined && workspaceId === undefined) return undefined
  if (owner === undefined || session === undefined || workspaceId === undefined) {
    throw new InputError(
      '--owner',
      undefined,
      'goes with --session and --workspace-id; give all three, or none',
    )
  }
  return { owner, sessionId: session, workspaceId }
}
