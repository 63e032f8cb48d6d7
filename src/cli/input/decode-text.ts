import { isUtf8 } from 'node:buffer'
import { InputError } from '../input-error.ts'

const newline = 0x0a

/**
 * The text of bytes in UTF-8, or in UTF-16 with a byte order mark, without the mark.
 *
 * @throws InputError naming the line of the first byte that is neither
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  const encoding = encodingOf(bytes)
  if (encoding !== 'utf-8') {
    if (bytes.length % 2 === 0) return new TextDecoder(encoding).decode(bytes)
    throw new InputError(
      name,
      undefined,
      'is UTF-16 that ends in the middle of a character; give the whole file',
    )
  }
  if (!isUtf8(bytes)) {
    throw new InputError(name, `line ${lineOfBadByte(bytes)}`, 'is not UTF-8; save the file as UTF-8')
  }
  const text = new TextDecoder().decode(bytes)
  if (!text.slice(0, 4).includes('\0')) return text
  throw new InputError(name, 'line 1', 'has zero bytes, as UTF-16 without a mark has; save the file as UTF-8')
}

function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

function lineOfBadByte(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(newline, start)
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) break
    start = end + 1
  }
  return line
}
