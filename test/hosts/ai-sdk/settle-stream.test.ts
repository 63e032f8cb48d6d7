import { describe, expect, test } from 'vitest'
import { settleStream } from '../../../src/hosts/ai-sdk/settle-stream.ts'
import { type StreamEnding, streamParts } from './stream-parts.ts'

const parts = [{ type: 'text-delta' }, { type: 'finish' }]

describe('a stream that settles its call', () => {
  test('carries every part and commits before its end is told', async () => {
    const { stream, settled } = watch(parts)
    const reader = stream.getReader()
    expect(await reader.read()).toEqual({ done: false, value: parts[0] })
    expect(await reader.read()).toEqual({ done: false, value: parts[1] })
    expect(settled).toEqual([])
    expect((await reader.read()).done).toBe(true)
    expect(settled).toEqual(['commit'])
  })

  test('commits when it ends without a part', async () => {
    const { stream, settled } = watch([])
    expect((await stream.getReader().read()).done).toBe(true)
    expect(settled).toEqual(['commit'])
  })

  test('releases as soon as an error part is read', async () => {
    const { stream, settled } = watch([{ type: 'error' }, ...parts])
    const reader = stream.getReader()
    expect((await reader.read()).value).toEqual({ type: 'error' })
    expect(settled).toEqual(['release'])
  })

  test('releases when it fails, and fails with the same error', async () => {
    const failure = new Error('connection lost')
    const { stream, settled } = watch([], { failure })
    await expect(stream.getReader().read()).rejects.toBe(failure)
    expect(settled).toEqual(['release'])
  })

  test('releases when its reader gives up, and tells the source', async () => {
    const reasons: unknown[] = []
    const { stream, settled } = watch(parts, { open: true, onCancel: (reason) => reasons.push(reason) })
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel('enough')
    expect(settled[0]).toBe('release')
    expect(reasons).toEqual(['enough'])
  })

  test('releases when its reader breaks out of a loop', async () => {
    const { stream, settled } = watch(parts, { open: true })
    for await (const _ of stream) break
    expect(settled[0]).toBe('release')
  })

  test('releases when its reader gives up while a part is awaited', async () => {
    const { stream, settled } = watch([], { open: true })
    const reader = stream.getReader()
    const awaited = reader.read()
    await reader.cancel()
    expect((await awaited).done).toBe(true)
    expect(settled[0]).toBe('release')
  })

  test('reads nothing before it is asked', async () => {
    let pulled = 0
    const pull = (): void => {
      pulled += 1
    }
    const source = new ReadableStream({ pull }, { highWaterMark: 0 })
    settleStream(source, watch([]).call)
    await Promise.resolve()
    expect(pulled).toBe(0)
  })
})

function watch(parts: readonly object[], ending?: StreamEnding) {
  const settled: string[] = []
  const call = {
    commit: async () => void settled.push('commit'),
    release: async () => void settled.push('release'),
  }
  return { stream: settleStream(streamParts(parts, ending), call), settled, call }
}
