import { afterEach, describe, expect, test, vi } from 'vitest'
import { reductionMemory } from '../../src/index.ts'
import { bytes, exchange, toolLoop } from '../support/messages.ts'
import { Remembering, summarise } from './remembering.ts'

const history = toolLoop(10)
const next = [...history, ...exchange('next', bytes(300))]

/** A store in memory, at once or after a turn of the event loop. */
function storeOf(texts: Map<string, string>, isLate: boolean) {
  return {
    get: (key: string) => (isLate ? Promise.resolve(texts.get(key)) : texts.get(key)),
    set: (key: string, text: string) => {
      texts.set(key, text)
      return isLate ? Promise.resolve() : undefined
    },
  }
}

afterEach(() => {
  vi.useRealTimers()
})

describe.each([
  ['answers at once', false],
  ['answers later', true],
] as const)('a store that %s', (_, isLate) => {
  test('carries the memory from one process to the next', async () => {
    const texts = new Map<string, string>()
    const first = reductionMemory({ store: storeOf(texts, isLate), key: 'conversation' })
    const before = await new Remembering({ upstreamReducer: summarise('Much.') }, first).call(history)
    await first.written()
    expect([...texts.keys()]).toEqual(['conversation'])

    const second = reductionMemory({ store: storeOf(texts, isLate), key: 'conversation' })
    const after = await new Remembering({}, second).call(next)
    expect(after.asked).toBe(0)
    expect(after.sent.slice(0, before.sent.length)).toEqual(before.sent)
    expect(second.store).toBe('working')
  })

  test('keeps conversations apart by their keys', async () => {
    const texts = new Map<string, string>()
    const store = storeOf(texts, isLate)
    const first = reductionMemory({ store, key: 'one' })
    await new Remembering({}, first).call(history)
    await first.written()
    expect((await new Remembering({}, reductionMemory({ store, key: 'two' })).call(next)).asked).toBe(1)
  })

  test('holds no text of a message, only hashes and summaries', async () => {
    const texts = new Map<string, string>()
    const memory = reductionMemory({ store: storeOf(texts, isLate), key: 'conversation' })
    await new Remembering({ upstreamReducer: summarise('Much was looked at.') }, memory).call(history)
    await memory.written()
    const text = texts.get('conversation') ?? ''
    expect(text).toContain('Much was looked at.')
    for (const word of ['call-1', 'xxxx', 'Look at', 'short sentences']) expect(text).not.toContain(word)
  })

  test('is cleared with the memory', async () => {
    const texts = new Map<string, string>()
    const memory = reductionMemory({ store: storeOf(texts, isLate), key: 'conversation' })
    await new Remembering({}, memory).call(history)
    memory.clear()
    await memory.written()
    expect(memory.size).toEqual({ ranges: 0, entries: 0 })
    expect(texts.get('conversation')).toBe('{"version":1,"ranges":[]}')
  })

  test('is not written to when nothing new is remembered', async () => {
    const texts = new Map<string, string>()
    const memory = reductionMemory({ store: storeOf(texts, isLate), key: 'conversation' })
    const conversation = new Remembering({}, memory)
    await conversation.call(history)
    await memory.written()
    texts.clear()
    await conversation.call(next)
    await memory.written()
    expect(texts.size).toBe(0)
  })
})

const fail = (): never => {
  throw new Error('the store is down')
}

describe('a store that', () => {
  test.each([
    ['throws', fail],
    ['rejects', async () => fail()],
    ['answers with a number', () => 7 as unknown as string],
    ['answers with no JSON', () => '{'],
    ['answers with other JSON', () => '{"version":1,"ranges":[{},null,{"digest":"x","count":-1}]}'],
    ['answers with what a later version wrote', () => '{"version":2,"ranges":[]}'],
  ])('%s counts as empty', async (_, get) => {
    const memory = reductionMemory({ store: { get, set: () => undefined }, key: 'conversation' })
    const conversation = new Remembering({}, memory)
    expect((await conversation.call(history)).diagnostics.outcome).toBe('reduced')
    expect((await conversation.call(next)).asked).toBe(0)
  })

  test('can not be written to is told, and the memory goes on without it', async () => {
    const memory = reductionMemory({ store: { get: () => null, set: fail }, key: 'conversation' })
    const conversation = new Remembering({}, memory)
    await conversation.call(history)
    await memory.written()
    expect(memory.store).toBe('failing')
    expect((await conversation.call(next)).asked).toBe(0)
  })

  test('never answers is waited for two seconds at most', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const memory = reductionMemory({
      store: { get: () => new Promise<string>(() => {}), set: () => undefined },
      key: 'conversation',
    })
    const call = new Remembering({}, memory).call(history)
    await vi.waitUntil(() => vi.getTimerCount() > 0)
    await vi.advanceTimersByTimeAsync(2_000)
    expect((await call).asked).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
  })

  test('held too much is read up to the maximum', async () => {
    const record = { digest: '', count: 1, length: 1, firstLength: 1, at: 0, elided: null, standIns: [] }
    const ranges = Array.from({ length: 50 }, (_, index) => ({ ...record, digest: `d${index}` }))
    const text = JSON.stringify({ version: 1, ranges })
    const store = { get: () => text, set: () => undefined }
    const memory = reductionMemory({ store, key: 'conversation', maximumRanges: 10 })
    await new Remembering({}, memory).call(history)
    expect(memory.size.ranges).toBe(10)
  })
})
