import { expect } from 'vitest'
import type { Entry } from '../../src/context/entry.ts'

// What names a stored thing, and what a file piece counts without holding it.
const unread: ReadonlySet<string> = new Set(['id', 'data', 'model'])
const shortestText = 40

/** Every longer text of a recorded message is in a piece, and nothing is counted that isn't sent. */
export function expectReadWholly<M>({ message, reading, size }: Entry<M>): void {
  const pieces = reading.pieces.map((piece) => (piece.type === 'file' ? '' : piece.text)).join('\n')
  for (const text of textsIn(message)) {
    if (!pieces.includes(text)) expect(pieces).toContain(JSON.stringify(text).slice(1, -1))
  }
  expect(size).toBeGreaterThan(0)
  expect(size).toBeLessThanOrEqual(Buffer.byteLength(JSON.stringify(message)))
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.length < shortestText ? [] : [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, field]) => (unread.has(key) ? [] : textsIn(field)))
}
