import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createPlimsoll, ProfileError, type ReductionMemory, reductionMemory } from '../../src/index.ts'
import { canary, findCanaries } from '../privacy/find-canaries.ts'
import { compose } from '../support/compose.ts'
import { bytes, exchange, system, toolLoop, user } from '../support/messages.ts'
import { Remembering, summarise } from './remembering.ts'

const store = { get: () => null, set: () => undefined }

describe('options that are out of order are refused:', () => {
  test.each([
    ['maximumRanges', { maximumRanges: 0 }],
    ['maximumRanges', { maximumRanges: 1.5 }],
    ['store', { store: {} as never, key: 'k' }],
    ['store', { store: null as never, key: 'k' }],
    ['key', { store }],
    ['key', { store, key: '' }],
    ['key', { key: 'k' }],
  ] as const)('%s', (option, options) => {
    expect(() => reductionMemory(options)).toThrow(ProfileError)
    expect(() => reductionMemory(options)).toThrow(`reductionMemory.${option}`)
  })
})

test.each([{}, { size: { ranges: 0, entries: 0 } }, 7, null])('a run takes no other memory: %o', (memory) => {
  const wrong = { memory: memory as unknown as ReductionMemory }
  expect(() => compose().openRun(wrong)).toThrow(ProfileError)
  expect(() => compose().openRun().child(wrong)).toThrow(ProfileError)
  expect(() => createPlimsoll().openRun(wrong)).toThrow(ProfileError)
})

test('a run without compaction leaves a memory empty', async () => {
  const memory = reductionMemory()
  const list = toolLoop(10)
  const run = createPlimsoll<(typeof list)[number]>().openRun({ memory })
  expect(await run.dispatch(list, (sent) => sent)).toBe(list)
  expect(memory.size).toEqual({ ranges: 0, entries: 0 })
})

test('tells how much it holds, in numbers', async () => {
  const conversation = new Remembering()
  const { diagnostics } = await conversation.call(toolLoop(10))
  expect(conversation.memory.size).toEqual({ ranges: 1, entries: diagnostics.droppedEntryCount })
})

test('stays within its maximum, and keeps what is largest of one list and latest of many', async () => {
  const memory = reductionMemory({ maximumRanges: 3 })
  const pin = ({ text }: { text: string | undefined }): boolean => text?.startsWith('Stay') === true
  const list = (name: string) => [
    system(),
    ...Array.from({ length: 12 }, (_, round) => [
      user(`Stay ${name}`),
      ...exchange(`${round}`, `${name}${bytes(480)}`),
    ]).flat(),
  ]
  const conversation = new Remembering({ pin }, memory)
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await conversation.call(list(name))
    expect(memory.size.ranges).toBeLessThanOrEqual(3)
  }
  expect(memory.size.ranges).toBe(3)
  expect((await conversation.call(list('e'))).diagnostics.stages).toContain('reductionReplayed')
  expect((await conversation.call(list('a'))).diagnostics.stages).not.toContain('reductionReplayed')
})

test('a conversation of any length leaves one range behind, however often it is cut', async () => {
  const conversation = new Remembering()
  let messages = toolLoop(4)
  for (let round = 0; round < 120; round += 1) {
    messages = [...messages, ...exchange(`round-${round}`, `${round}:${bytes(400)}`)]
    await conversation.call(messages)
    expect(conversation.memory.size.ranges).toBeLessThanOrEqual(1)
  }
  expect(conversation.memory.size.entries).toBeGreaterThan(200)
})

test('nothing of what it holds can be read off it', async () => {
  const list = [
    system(canary('system')),
    user(canary('task')),
    ...Array.from({ length: 12 }, (_, round) =>
      exchange(canary(`call-${round}`), canary('result') + bytes(480)),
    ).flat(),
  ]
  const frames: unknown[] = []
  const events: unknown[] = []
  const texts: string[] = []
  const memory = reductionMemory({
    store: { get: () => null, set: (_, text) => texts.push(text) },
    key: canary('key'),
  })
  const plimsoll = compose({ hardLimitBytes: 6_000, upstreamReducer: summarise(canary('summary')) })
  for (const messages of [list, [...list, ...exchange(canary('next'))]]) {
    const run = plimsoll.openRun({
      memory,
      report: (event) => events.push(event),
      inspect: (frame) => frames.push(frame),
    })
    await run.dispatch(messages, () => undefined)
    const printed = [run, plimsoll, memory].map((value) =>
      inspect(value, { depth: 8, showHidden: true, getters: true }),
    )
    expect(findCanaries([run, plimsoll, printed])).toEqual([])
    await run.close()
  }
  await memory.written()
  expect(JSON.stringify(events)).toContain('reductionReplayed')
  expect(texts.join()).toContain(canary('summary'))
  expect(findCanaries([events, JSON.stringify(events)])).toEqual([])
  expect(findCanaries(frames, ['actorRef', '_transitions'])).toEqual([])
  expect(
    findCanaries([memory, String(memory), JSON.stringify({ memory }), structuredClone({ ...memory })]),
  ).toEqual([])
  expect(JSON.stringify(memory)).toBe('"[reduction memory]"')
})
