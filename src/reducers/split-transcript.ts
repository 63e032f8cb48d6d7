import type { SpokenText } from '../context/reduction.ts'

/** What was said, as text with the speaker before it, in pieces of at most so many bytes; no character is split. */
export function splitTranscript(spoken: readonly SpokenText[], room: number): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  let size = 0
  const add = (text: string, bytes: number): void => {
    const separator = piece === '' ? 0 : 1
    if (size + separator + bytes > room) {
      pieces.push(piece)
      piece = text
      size = bytes
    } else {
      piece = piece === '' ? text : `${piece}\n${text}`
      size += separator + bytes
    }
  }
  for (const { speaker, text } of spoken) {
    for (const part of splitText(`[${speaker}] ${text}`, room)) add(part, Buffer.byteLength(part))
  }
  return piece === '' ? pieces : [...pieces, piece]
}

function splitText(text: string, room: number): readonly string[] {
  const bytes = Buffer.from(text)
  if (bytes.length <= room) return [text]
  const parts: string[] = []
  for (let start = 0; start < bytes.length; ) {
    let end = Math.min(start + room, bytes.length)
    // Bytes 10xxxxxx go on with a character.
    while (end < bytes.length && end > start && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
    parts.push(bytes.toString('utf8', start, end))
    start = end
  }
  return parts
}
