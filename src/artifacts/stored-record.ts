import * as z from 'zod/mini'
import type { Digest } from '../context/entry.ts'
import { cutPreview } from '../context/envelope.ts'
import type { ArtifactRecord } from './workspace.ts'

const recordBytes = 512
const longestToolBytes = 300
const count = z.int().check(z.gte(0))

const schema = z.strictObject({
  version: z.literal(1),
  digest: z.string(),
  bytes: count,
  storedAt: count,
  tool: z.optional(z.string().check(z.maxLength(longestToolBytes))),
})

/**
 * A record as it is written: JSON, without anything of its owner. All are of one length, so that two processes that write
 * one over the other at the same time leave one of the two, and no mixture.
 */
export function encodeRecord({ digest, bytes, storedAt, tool }: ArtifactRecord): Uint8Array {
  const name = tool === undefined ? {} : { tool: cutTool(tool) }
  const text = JSON.stringify({ version: 1, digest, bytes, storedAt, ...name })
  return Buffer.from(text + ' '.repeat(recordBytes - Buffer.byteLength(text)))
}

/** Reads a record of this digest. What is stored may be anything: undefined when it is no such record. */
export function decodeRecord(bytes: Uint8Array, digest: Digest): ArtifactRecord | undefined {
  try {
    const { success, data } = schema.safeParse(JSON.parse(Buffer.from(bytes).toString()))
    if (!success || data.digest !== digest) return undefined
    return { digest, bytes: data.bytes, storedAt: data.storedAt, tool: data.tool }
  } catch {
    return undefined
  }
}

function cutTool(tool: string): string {
  const name = cutPreview(tool, longestToolBytes)
  if (Buffer.byteLength(JSON.stringify(name)) <= longestToolBytes + 2) return name
  // Controls and halves of surrogate pairs take up to six characters in JSON.
  return cutPreview(tool, longestToolBytes / 6)
}
