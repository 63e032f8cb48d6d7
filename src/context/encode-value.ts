/**
 * The JSON text of a value as a provider's client would send it, for measuring and comparing.
 *
 * Binary counts as its base64 form and a BigInt as its digits; what JSON leaves out (undefined, a function) is the empty
 * string. Throws what `JSON.stringify` throws on a cycle, and whatever a getter of the value throws.
 */
export function encodeValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return JSON.stringify(value, encodeUnusual) ?? ''
}

// JSON.stringify calls toJSON before the replacer, and Buffer's makes an array of numbers: look at the holder instead.
function encodeUnusual(this: unknown, key: string, value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString()
  const raw = (this as Record<string, unknown>)[key]
  if (raw instanceof Uint8Array)
    return Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('base64')
  return value
}
