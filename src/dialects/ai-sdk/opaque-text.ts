import { encodeOpaque } from '../encode-opaque.ts'
import type { Fields } from '../fields.ts'

/** The encoded form of a part without its provider options, which are read on their own. */
export function opaqueText(part: Fields): string {
  // Only what has options is taken apart: a URL or a class instance would lose its form.
  if (part['providerOptions'] === undefined) return encodeOpaque(part)
  const { providerOptions, ...rest } = part
  return encodeOpaque(rest)
}
