import { describe, expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import type { AssemblyDiagnostics, HybridProfile, PlimsollEvent } from '../../src/index.ts'
import { compose } from '../support/compose.ts'
import { assistant, bytes, exchange, system, user } from '../support/messages.ts'
import { play, situations } from './situations.ts'

type Message = OpenAIChatMessage

const list = [
  system(bytes(50)),
  user(bytes(600)),
  ...exchange('a', bytes(392)),
  assistant(bytes(50)),
  user('new'),
]

async function terminatedWith(
  options: Partial<HybridProfile<Message>>,
  messages: Parameters<typeof assemble>[1],
) {
  let told: AssemblyDiagnostics | undefined
  await assemble(options, messages, (event) => {
    if (event.type === 'assembly.terminated') told = event.diagnostics
  }).catch(() => {})
  return told
}

function assemble(
  options: Partial<HybridProfile<Message>>,
  messages: readonly Message[] | { capture(): { version: number; messages: readonly Message[] } },
  report: (event: PlimsollEvent) => void = () => {},
) {
  return compose(options).openRun({ report }).assemble(messages, { overhead: 10 })
}

describe('every field is there, and right, when', () => {
  const common = {
    mode: 'enforce',
    unit: 'utf8Bytes',
    triggerThreshold: 900,
    hardLimit: 1_000,
    restartCount: 0,
  }
  const margin = { triggerMarginBytes: 100 }
  const nothing = { repairedEntryCount: 0, elidedEntryCount: 0, droppedCacheMarkCount: 0 }

  test('the list is within the limit', async () => {
    const { diagnostics } = await assemble(margin, [system('abc'), user('de')])
    expect(diagnostics).toEqual({
      ...common,
      ...nothing,
      outcome: 'withinLimit',
      originalSize: 15,
      finalSize: 15,
      attemptCount: 0,
      stages: ['snapshotCaptured', 'snapshotCaptured'],
      categories: [
        { category: 'systemInstruction', size: 3, entryCount: 1 },
        { category: 'conversationalMessage', size: 2, entryCount: 1 },
        { category: 'requestOverhead', size: 10, entryCount: 0 },
      ],
      finalSequenceValid: true,
      rejections: [],
      droppedEntryCount: 0,
      keptIndexes: [0, 1],
      terminationReason: null,
    })
  })

  test('it is reduced', async () => {
    const { diagnostics } = await assemble({ ...margin, upstreamReducer: () => ({ drop: [2] }) }, list)
    expect(diagnostics).toEqual({
      ...common,
      ...nothing,
      outcome: 'reduced',
      originalSize: 1_113,
      finalSize: 713,
      attemptCount: 1,
      stages: ['snapshotCaptured', 'reducerAttempt', 'snapshotCaptured', 'snapshotCaptured'],
      categories: [
        { category: 'systemInstruction', size: 50, entryCount: 1 },
        { category: 'conversationalMessage', size: 653, entryCount: 3 },
        { category: 'requestOverhead', size: 10, entryCount: 0 },
      ],
      finalSequenceValid: true,
      rejections: [],
      droppedEntryCount: 2,
      keptIndexes: [0, 1, 4, 5],
      terminationReason: null,
    })
  })

  test('the fallback was needed', async () => {
    const { diagnostics } = await assemble({ ...margin, upstreamReducer: () => ({ drop: [0] }) }, list)
    expect(diagnostics).toEqual({
      ...common,
      ...nothing,
      outcome: 'preservationFallback',
      originalSize: 1_113,
      finalSize: 713,
      attemptCount: 1,
      stages: [
        ...['snapshotCaptured', 'reducerAttempt', 'snapshotCaptured'],
        ...['deterministicFallback', 'snapshotCaptured'],
      ],
      categories: [
        { category: 'systemInstruction', size: 50, entryCount: 1 },
        { category: 'conversationalMessage', size: 653, entryCount: 3 },
        { category: 'requestOverhead', size: 10, entryCount: 0 },
      ],
      finalSequenceValid: true,
      rejections: [{ attempt: 1, reasons: expect.arrayContaining(['missingRequiredEntry']) }],
      droppedEntryCount: 2,
      keptIndexes: [0, 1, 4, 5],
      terminationReason: null,
    })
  })

  test('nothing that may be sent is left', async () => {
    const messages = [user(bytes(100)), system(bytes(500)), user(bytes(600))]
    const told = await terminatedWith({ ...margin, upstreamReducer: () => ({}) }, messages)
    expect(told).toEqual({
      ...common,
      ...nothing,
      outcome: 'irreducible',
      originalSize: 1_210,
      finalSize: 1_110,
      attemptCount: 1,
      stages: ['snapshotCaptured', 'reducerAttempt', 'snapshotCaptured', 'deterministicFallback'],
      categories: [
        { category: 'systemInstruction', size: 500, entryCount: 1 },
        { category: 'conversationalMessage', size: 600, entryCount: 1 },
        { category: 'requestOverhead', size: 10, entryCount: 0 },
      ],
      finalSequenceValid: null,
      rejections: [{ attempt: 1, reasons: ['notSmaller'] }],
      droppedEntryCount: 0,
      keptIndexes: [],
      terminationReason: 'requiredContentTooLarge',
    })
  })

  test('the history changes for ever', async () => {
    let version = 0
    const source = {
      capture: () => {
        version += 1
        return { version, messages: [user(bytes(version)), ...exchange('a', bytes(10))] }
      },
    }
    const told = await terminatedWith(margin, source)
    expect(told).toEqual({
      ...common,
      ...nothing,
      outcome: 'concurrentMutationLimit',
      originalSize: 29,
      finalSize: 32,
      attemptCount: 1,
      restartCount: 1,
      stages: [
        'snapshotCaptured',
        'snapshotCaptured',
        'restartedAfterMutation',
        'snapshotCaptured',
        'snapshotCaptured',
      ],
      categories: [
        { category: 'conversationalMessage', size: 4, entryCount: 1 },
        { category: 'toolExchange', size: 18, entryCount: 2 },
        { category: 'requestOverhead', size: 10, entryCount: 0 },
      ],
      finalSequenceValid: null,
      rejections: [],
      droppedEntryCount: 0,
      keptIndexes: [],
      terminationReason: 'concurrentMutation',
    })
  })

  test('a broken list is refused', async () => {
    const told = await terminatedWith({ ...margin, onBrokenSequence: 'terminate' }, exchange('a').slice(0, 1))
    expect(told).toMatchObject({
      outcome: 'irreducible',
      finalSize: 17,
      stages: ['snapshotCaptured', 'snapshotCaptured'],
      terminationReason: 'invalidSequence',
      finalSequenceValid: null,
      attemptCount: 0,
    })
  })
})

test('a list that is sent broken is flagged, also where something was taken out', async () => {
  const broken = [user('a'), ...exchange('a').slice(0, 1), user(bytes(600)), user(bytes(600)), user('new')]
  const { diagnostics } = await assemble({ upstreamReducer: () => ({ drop: [2] }) }, broken)
  expect(diagnostics).toMatchObject({ outcome: 'reduced', finalSequenceValid: false })
  const mended = await assemble({ upstreamReducer: () => ({ drop: [1, 2] }) }, broken)
  expect(mended.diagnostics).toMatchObject({ outcome: 'reduced', finalSequenceValid: true })
})

test('cache marks that go with dropped messages are counted', async () => {
  const marked = (count: number): Message => ({
    role: 'user',
    content: [{ type: 'text', text: bytes(count), cache_control: { type: 'ephemeral' } }],
  })
  const { diagnostics } = await assemble({}, [marked(600), marked(600), marked(100)])
  expect(diagnostics).toMatchObject({ droppedCacheMarkCount: 1, droppedEntryCount: 1 })
})

test('repaired entries are counted, and what repair drops counts as dropped', async () => {
  const messages = [user('a'), ...exchange('gone').slice(1), ...exchange('open').slice(0, 1), user('b')]
  const { diagnostics } = await assemble({ onBrokenSequence: 'repair' }, messages)
  expect(diagnostics).toMatchObject({
    outcome: 'withinLimit',
    repairedEntryCount: 2,
    droppedEntryCount: 1,
    keptIndexes: [0, 2, 3],
    finalSequenceValid: true,
  })
})

test('no text stands in diagnostics that is not a literal of ours', async () => {
  const literals = /^[a-zA-Z0-9]{1,32}$/
  for (const situation of situations) {
    const told: unknown[] = []
    await play(situation, {
      report: (event) => told.push('diagnostics' in event && event.diagnostics),
    }).sending.catch(() => {})
    for (const text of textsIn(told)) expect(text).toMatch(literals)
  }
})

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
