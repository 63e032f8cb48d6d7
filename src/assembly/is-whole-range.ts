import type { ByteRange } from '../context/envelope.ts'

/** Whether a range is all of a body: it names the same as the body without a range. */
export function isWholeRange(range: ByteRange | undefined, bytes: number): boolean {
  return range !== undefined && range[0] === 0 && range[1] === bytes
}
