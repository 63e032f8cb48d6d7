import { isUtf8 } from 'node:buffer'
import { digestBytes } from '../context/artifact-reference.ts'
import type { Digest } from '../context/entry.ts'
import type { StorageGuard } from './storage-guard.ts'
import { decodeRecord } from './stored-record.ts'
import { untilAborted } from './until-aborted.ts'
import type { ArtifactRecord } from './workspace.ts'

/** A body as it stands in the storage: its text only when the bytes are those of the digest. */
export type StoredBody =
  | { readonly status: 'found'; readonly body: string; readonly bytes: number }
  | { readonly status: 'stale' | 'missing' | 'failed' }

export type StoredRecord =
  | { readonly status: 'found'; readonly record: ArtifactRecord }
  /** `unreadable`: something is there that is no record of the digest. */
  | { readonly status: 'unreadable' | 'missing' | 'failed' }

// Another process may be in the middle of writing the same bytes: drivers don't write at one stroke.
const patienceMs = [5, 10, 20, 40, 80, 160]

/**
 * Reads a body and verifies it.
 *
 * @param expectedBytes a body that is shorter than that may still be being written, and is looked at again for a moment
 */
export async function readStoredBody(
  storage: StorageGuard,
  key: string,
  digest: Digest,
  expectedBytes: number,
  signal?: AbortSignal,
): Promise<StoredBody> {
  for (const waitMs of [...patienceMs, 0]) {
    const item = await storage.read(key, signal)
    if (item.status === 'foreign') return { status: 'stale' }
    if (item.status !== 'found') return { status: item.status }
    const { bytes } = item
    if (digestBytes(bytes) === digest) {
      // Bytes that are no text can't be handed out as one.
      if (!isUtf8(bytes)) return { status: 'stale' }
      return { status: 'found', body: Buffer.from(bytes).toString(), bytes: bytes.byteLength }
    }
    if (bytes.byteLength >= expectedBytes || waitMs === 0) return { status: 'stale' }
    await wait(waitMs, signal)
  }
  return { status: 'stale' }
}

/**
 * Reads the record that stands under a key.
 *
 * @param patient whether one that is no JSON, and so may still be being written, is looked at again for a moment
 */
export async function readStoredRecord(
  storage: StorageGuard,
  key: string,
  digest: Digest,
  { patient, signal }: { readonly patient: boolean; readonly signal?: AbortSignal | undefined },
): Promise<StoredRecord> {
  for (const waitMs of patient ? [...patienceMs, 0] : [0]) {
    const item = await storage.read(key, signal)
    if (item.status === 'foreign') return { status: 'unreadable' }
    if (item.status !== 'found') return { status: item.status }
    const record = decodeRecord(item.bytes, digest)
    if (record) return { status: 'found', record }
    if (waitMs === 0 || isJson(item.bytes)) return { status: 'unreadable' }
    await wait(waitMs, signal)
  }
  return { status: 'unreadable' }
}

function isJson(bytes: Uint8Array): boolean {
  try {
    JSON.parse(Buffer.from(bytes).toString())
    return true
  } catch {
    return false
  }
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<unknown> {
  return untilAborted(new Promise((resolve) => setTimeout(resolve, milliseconds)), signal)
}
