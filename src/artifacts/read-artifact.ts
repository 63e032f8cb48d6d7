import type { RehydrationOutcome, RehydrationReason } from '../context/artifact-decisions.ts'
import { isDigest, referenceBytes } from '../context/artifact-reference.ts'
import type { Digest } from '../context/entry.ts'
import type { ByteRange } from '../context/envelope.ts'
import { ArtifactError } from '../errors/artifact-error.ts'
import { untilAborted } from './until-aborted.ts'
import type { ArtifactOwner, ReadResult, StatResult, Workspace } from './workspace.ts'

/** Options of `readArtifact`. */
export interface ReadArtifactOptions {
  /** Most UTF-8 bytes that may be handed out; 1 or more. */
  readonly maxBytes: number
  /** The stretch that is wanted, in UTF-8 bytes. Default: all of it. */
  readonly range?: ByteRange | undefined
  /** UTF-8 bytes that there is room for. Default: any number. */
  readonly roomBytes?: number | undefined
  readonly signal?: AbortSignal | undefined
}

interface DecisionFacts {
  readonly digest: Digest
  /** The reference's own. */
  readonly inputBytes: typeof referenceBytes
}

/** What became of a request for an artifact. */
export type ReadDecision = DecisionFacts &
  (
    | {
        readonly outcome: 'resolved'
        readonly reason: 'digestVerified'
        /** The body, or the stretch of it. It is untrusted: `wrapBody` says so to the model. */
        readonly text: string
        /** The stretch that the text is, at character boundaries; undefined when none was asked for. */
        readonly range: ByteRange | undefined
        /** UTF-8 bytes of the whole body. */
        readonly observedBytes: number
        /** UTF-8 bytes of the text. */
        readonly outputBytes: number
      }
    | {
        readonly outcome: Exclude<RehydrationOutcome, 'resolved'>
        readonly reason: Exclude<RehydrationReason, 'digestVerified'>
        /** UTF-8 bytes of the whole body, as far as it was looked at. */
        readonly observedBytes: number | null
        readonly outputBytes: null
      }
  )

/**
 * Reads an artifact, or a range of it, when it is the owner's, unchanged, and small enough. The owner and the size are
 * checked before the body is read. Each end of a range that falls into a character moves back to the character's first
 * byte, so that neighbouring ranges join without loss; one that ends behind the body ends with it.
 *
 * @param workspace null where there is none
 * @throws the signal's reason when it is aborted; ArtifactError when the storage fails, or a size or range makes no sense
 */
export async function readArtifact(
  workspace: Workspace | null,
  owner: ArtifactOwner,
  digest: Digest,
  { maxBytes, range, roomBytes = Number.POSITIVE_INFINITY, signal }: ReadArtifactOptions,
): Promise<ReadDecision> {
  if (!isDigest(digest)) throw new ArtifactError('invalidReference')
  if (!Number.isSafeInteger(maxBytes) || maxBytes < 1 || Number.isNaN(roomBytes))
    throw new ArtifactError('invalidSize')
  if (range && !isRange(range)) throw new ArtifactError('invalidRange')
  signal?.throwIfAborted()
  if (!workspace) return refuse('unauthorized', 'noAuthorizedWorkspace', null)

  const stat = await answerOf<StatResult>(() => workspace.stat(digest, owner, { signal }), signal)
  if (stat.status === 'workspaceReadFailed') throw new ArtifactError('readFailed')
  if (stat.status !== 'found') return refuseStatus(stat.status, null)
  const { bytes } = stat.record
  const tooLarge = refuseSize(sizeOf(range, bytes), bytes)
  if (tooLarge) return tooLarge

  const read = await answerOf<ReadResult>(() => workspace.read(digest, owner, { signal }), signal)
  if (read.status === 'workspaceReadFailed') throw new ArtifactError('readFailed')
  if (read.status === 'stale') return refuse('stale', 'digestMismatch', bytes)
  if (read.status !== 'found') return refuseStatus(read.status, null)
  const { text, stretch } = cutRange(read.body, range)
  const outputBytes = Buffer.byteLength(text)
  // The record may have said something else than the body, and a range may have moved.
  const stillTooLarge = refuseSize(outputBytes, read.bytes)
  if (stillTooLarge) return stillTooLarge
  return {
    outcome: 'resolved',
    reason: 'digestVerified',
    digest,
    inputBytes: referenceBytes,
    text,
    range: stretch,
    observedBytes: read.bytes,
    outputBytes,
  }

  function refuseSize(size: number, observedBytes: number): ReadDecision | undefined {
    if (size > maxBytes) return refuse('overBudget', 'budgetExceeded', observedBytes)
    return size > roomBytes ? refuse('overBudget', 'noRoom', observedBytes) : undefined
  }

  function refuseStatus(status: 'missing' | 'unauthorized', observedBytes: null): ReadDecision {
    return refuse(status, status === 'missing' ? 'notStored' : 'ownerMismatch', observedBytes)
  }

  function refuse(
    outcome: Exclude<RehydrationOutcome, 'resolved'>,
    reason: Exclude<RehydrationReason, 'digestVerified'>,
    observedBytes: number | null,
  ): ReadDecision {
    return { outcome, reason, digest, inputBytes: referenceBytes, observedBytes, outputBytes: null }
  }
}

// A workspace of somebody else's may throw against its contract; what it throws may name anything.
async function answerOf<T>(
  ask: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T | { readonly status: 'workspaceReadFailed' }> {
  try {
    signal?.throwIfAborted()
    return await untilAborted(ask(), signal)
  } catch (error) {
    if (signal?.aborted) throw error
    return { status: 'workspaceReadFailed' }
  }
}

function isRange([start, end]: ByteRange): boolean {
  return Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end
}

function sizeOf(range: ByteRange | undefined, bytes: number): number {
  return range ? Math.min(range[1], bytes) - Math.min(range[0], bytes) : bytes
}

function cutRange(
  body: string,
  range: ByteRange | undefined,
): { readonly text: string; readonly stretch: ByteRange | undefined } {
  if (!range) return { text: body, stretch: undefined }
  const bytes = Buffer.from(body)
  const start = firstByteOf(bytes, range[0])
  const end = firstByteOf(bytes, range[1])
  return { text: bytes.subarray(start, end).toString(), stretch: [start, end] }
}

/** The first byte of the character that holds the byte at a place; the length, when the place is behind the last one. */
function firstByteOf(bytes: Uint8Array, at: number): number {
  let first = Math.min(at, bytes.length)
  while (((bytes[first] ?? 0) & 0b1100_0000) === 0b1000_0000) first -= 1
  return first
}
