import type { OffloadOutcome, OffloadReason } from '../context/artifact-decisions.ts'
import { referenceBytes } from '../context/artifact-reference.ts'
import type { Digest } from '../context/entry.ts'
import { cutPreview, formatEnvelope, longestPreviewBytes } from '../context/envelope.ts'
import { readReference } from '../context/references.ts'
import { ArtifactError } from '../errors/artifact-error.ts'
import { untilAborted, untilLeft } from './until-aborted.ts'
import type { ArtifactOwner, StoreResult, Workspace } from './workspace.ts'
import { isWrappedBody } from './wrap-body.ts'

/** Options of `offloadBody`. */
export interface OffloadOptions {
  /** Texts up to this many UTF-8 bytes stay as they are. */
  readonly inlineLimitBytes: number
  /** UTF-8 bytes of the text that the envelope shows, 4,096 at most. Default 0: no preview. */
  readonly previewBytes?: number | undefined
  /** Name of the tool that made the text. */
  readonly tool?: string | undefined
  /** The text is the answer to a request to read an artifact: it is never stored again. */
  readonly readBack?: boolean | undefined
  /** Called once a body was newly stored, before its reference is handed out. What it throws is dropped. */
  readonly checkpoint?: ((digest: Digest) => void | PromiseLike<void>) | undefined
  readonly signal?: AbortSignal | undefined
}

interface DecisionFacts {
  /** UTF-8 bytes of the text. */
  readonly inputBytes: number
  /** 82 for a reference that was written or used again, the observed bytes for what stays, null where there is neither. */
  readonly outputBytes: number | null
  readonly reason: OffloadReason
  /** What the model is to see: the text itself, an envelope, or a few words of what went wrong. */
  readonly text: string
}

/** What became of a text: a value, whatever the workspace did. */
export type OffloadDecision = DecisionFacts &
  (
    | { readonly outcome: 'offloaded' | 'existingReference'; readonly digest: Digest }
    | { readonly outcome: Exclude<OffloadOutcome, 'offloaded' | 'existingReference'>; readonly digest: null }
  )

/**
 * Decides whether a text stays, or is stored and replaced by an envelope. What fails gives the model a few words without
 * path, digest or content, and never a part of the text.
 *
 * What is stored is the text as a model would see it: half of a surrogate pair, which no provider can be sent, is U+FFFD.
 *
 * @param workspace null where there is none
 * @throws the signal's reason when it is aborted before anything is written; ArtifactError when a size makes no sense
 */
export async function offloadBody(
  workspace: Workspace | null,
  owner: ArtifactOwner,
  text: string,
  options: OffloadOptions,
): Promise<OffloadDecision> {
  const { inlineLimitBytes, previewBytes = 0, tool, readBack = false, signal } = options
  for (const size of [inlineLimitBytes, previewBytes]) {
    if (!Number.isSafeInteger(size) || size < 0) throw new ArtifactError('invalidSize')
  }
  signal?.throwIfAborted()
  const inputBytes = Buffer.byteLength(text)
  const inline = (reason: OffloadReason): OffloadDecision => ({
    outcome: 'inline',
    reason,
    digest: null,
    inputBytes,
    outputBytes: inputBytes,
    text,
  })
  if (readBack || isWrappedBody(text)) return inline('recoverableSegmentBypass')
  if (inputBytes <= inlineLimitBytes) return inline('belowThreshold')
  if (readReference(text) !== undefined) return inline('alreadyReference')
  if (!workspace) return withoutReference('failed', 'noAuthorizedWorkspace', inputBytes)

  const sendable = Buffer.from(text).toString()
  const result = await storeIn(workspace, sendable, owner, { tool, signal })
  if (result.status === 'failed' || result.status === 'recoveryRequired') {
    return withoutReference(result.status, reasonOf(result), inputBytes)
  }
  const { digest, bytes, status } = result
  if (status === 'stored') {
    const problem = await askCheckpoint(options, digest)
    if (problem) return withoutReference('recoveryRequired', problem, inputBytes)
  }
  const shown = Math.min(previewBytes, longestPreviewBytes)
  const preview = shown > 0 ? cutPreview(sendable, shown) : undefined
  return {
    outcome: status === 'stored' ? 'offloaded' : 'existingReference',
    reason: status === 'stored' ? 'thresholdExceeded' : 'existingContentMatch',
    digest,
    inputBytes,
    outputBytes: referenceBytes,
    text: formatEnvelope({ digest, bytes, preview }),
  }
}

async function storeIn(
  workspace: Workspace,
  body: string,
  owner: ArtifactOwner,
  { tool, signal }: Pick<OffloadOptions, 'tool' | 'signal'>,
): Promise<StoreResult> {
  try {
    return await untilLeft(workspace.store(body, owner, { tool }, { signal }), signal)
  } catch (error) {
    if (signal?.aborted) throw error
    // A workspace of somebody else's that throws against its contract.
    return { status: 'failed', reason: 'workspaceWriteFailed', bytes: Buffer.byteLength(body) }
  }
}

function reasonOf({
  reason,
}: Exclude<StoreResult, { readonly digest: Digest; readonly status: 'stored' | 'existing' }>): OffloadReason {
  // A text that went through UTF-8 is well formed; a workspace that says otherwise just doesn't take it.
  return reason === 'notWellFormed' ? 'workspaceWriteFailed' : reason
}

async function askCheckpoint(
  { checkpoint, signal }: OffloadOptions,
  digest: Digest,
): Promise<'checkpointFailed' | 'cancelledAfterWrite' | undefined> {
  if (!checkpoint) return undefined
  try {
    signal?.throwIfAborted()
    await untilAborted(checkpoint(digest), signal)
    return undefined
  } catch {
    return signal?.aborted ? 'cancelledAfterWrite' : 'checkpointFailed'
  }
}

function withoutReference(
  outcome: 'failed' | 'recoveryRequired',
  reason: OffloadReason,
  inputBytes: number,
): OffloadDecision {
  const text =
    `Error: this result of ${inputBytes} bytes is too large to be shown, and could not be put aside (${reason}). ` +
    'None of it is here. Ask for a smaller part of it, or try again.'
  return { outcome, reason, digest: null, inputBytes, outputBytes: null, text }
}
