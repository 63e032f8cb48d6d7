/** Bytes in a number of kibibytes, rounded down. */
export function kibibytes(count: number): number {
  return Math.floor(count * 1024)
}

/** Bytes in a number of mebibytes, rounded down. */
export function mebibytes(count: number): number {
  return Math.floor(count * 1024 * 1024)
}
