import { digestBytes } from '../context/artifact-reference.ts'
import type { Digest } from '../context/entry.ts'
import { readStoredBody, readStoredRecord } from './read-stored.ts'
import type { StorageGuard } from './storage-guard.ts'
import { encodeRecord } from './stored-record.ts'
import type { ArtifactRecord, StoreResult } from './workspace.ts'

/** A body on its way into the storage. */
export interface BodyToStore {
  readonly bytes: Uint8Array
  readonly record: ArtifactRecord
  readonly bodyKey: string
  readonly recordKey: string
}

type Failure = Extract<StoreResult, { readonly status: 'failed' }>['reason']

/**
 * Writes a body and then its record, each only where it isn't there yet, and counts as written only what reads back. The
 * body comes first: after a crash between the two, nothing refers to it, and storing it again completes it.
 */
export async function storeBody(
  storage: StorageGuard,
  body: BodyToStore,
  signal?: AbortSignal,
): Promise<StoreResult> {
  const { digest, bytes } = body.record
  const progress = { hasBegun: false }
  try {
    const placed = await placeBody(storage, body, progress, signal)
    if (placed !== 'stored' && placed !== 'existing') return { status: 'failed', reason: placed, bytes }
    if (await placeRecord(storage, body, progress, signal)) return { status: placed, digest, bytes }
    return { status: 'recoveryRequired', reason: 'recordWriteFailed', digest, bytes }
  } catch (error) {
    // Only an abort gets here. What was begun may be finished by the storage, and can't be taken back.
    if (!progress.hasBegun) throw error
    return { status: 'recoveryRequired', reason: 'cancelledAfterWrite', digest, bytes }
  }
}

async function placeBody(
  storage: StorageGuard,
  { bytes, bodyKey, record }: BodyToStore,
  progress: { hasBegun: boolean },
  signal: AbortSignal | undefined,
): Promise<'stored' | 'existing' | Failure> {
  const { digest } = record
  const before = await readStoredBody(storage, bodyKey, digest, bytes.byteLength, signal)
  if (before.status === 'found') return 'existing'
  if (before.status === 'stale') return 'contentAddressMismatch'
  if (before.status === 'failed') return 'workspaceReadFailed'
  signal?.throwIfAborted()
  progress.hasBegun = true
  const isTaken = await storage.write(bodyKey, bytes, signal)
  const after = await readStoredBody(storage, bodyKey, digest, isTaken ? bytes.byteLength : 0, signal)
  if (after.status === 'found') return 'stored'
  if (after.status === 'failed' && isTaken) return 'workspaceReadFailed'
  if (after.status === 'stale') await removeTorn(storage, bodyKey, bytes, signal)
  return 'workspaceWriteFailed'
}

// A full disk leaves the beginning of a body behind, which would stand in the way of every later attempt.
async function removeTorn(
  storage: StorageGuard,
  bodyKey: string,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  const item = await storage.read(bodyKey, signal)
  if (item.status !== 'found' || item.bytes.byteLength >= bytes.byteLength) return
  const isBeginning = Buffer.compare(item.bytes, bytes.subarray(0, item.bytes.byteLength)) === 0
  if (isBeginning) await storage.remove(bodyKey, signal)
}

async function placeRecord(
  storage: StorageGuard,
  { record, recordKey }: BodyToStore,
  progress: { hasBegun: boolean },
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const options = { patient: true, signal }
  const before = await readStoredRecord(storage, recordKey, record.digest, options)
  if (before.status === 'failed') return false
  if (before.status === 'found' && before.record.bytes === record.bytes) return true
  signal?.throwIfAborted()
  progress.hasBegun = true
  await storage.write(recordKey, encodeRecord(record), signal)
  const after = await readStoredRecord(storage, recordKey, record.digest, options)
  return after.status === 'found' && after.record.bytes === record.bytes
}

/** The bytes of a text and their digest; undefined for a text that UTF-8 can't carry. */
export function encodeBody(
  text: string,
): { readonly bytes: Uint8Array; readonly digest: Digest } | undefined {
  if (loneSurrogate.test(text)) return undefined
  const bytes = Buffer.from(text)
  return { bytes, digest: digestBytes(bytes) }
}

// With the flag u, a whole pair is one character, which is outside of the range.
const loneSurrogate = /[\ud800-\udfff]/u
