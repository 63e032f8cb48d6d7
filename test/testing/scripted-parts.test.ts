import { createPlimsoll, recommended } from 'plimsoll'
import { openaiChat } from 'plimsoll/dialects/openai-chat'
import {
  Canaries,
  countedIds,
  recordEvents,
  scriptedHistory,
  scriptedReducer,
  steadyClock,
  watchOutput,
} from 'plimsoll/testing'
import { describe, expect, test } from 'vitest'
import { toolLoop } from '../support/messages.ts'

const dialect = openaiChat()

describe('a scripted reducer', () => {
  test('does one thing after the other, and notes how it was asked', async () => {
    const { reducer, attempts, requests } = scriptedReducer([
      { throws: new Error('busy') },
      { drop: [2, 3, 4] },
    ])
    const plimsoll = createPlimsoll(recommended({ hardLimitBytes: 3_000, upstreamReducer: reducer }))
    const recorder = recordEvents()
    await using run = plimsoll.openRun({ dialect, report: recorder.report })
    const call = await run.assemble(toolLoop(6))
    await call.commit()
    expect(attempts).toEqual([1, 2])
    expect(requests[1]?.rejections).toEqual(['reducerFailed'])
    expect(recorder.types()).toEqual(['assembly.started', 'assembly.completed', 'assembly.composed'])
    expect(recorder.of('assembly.composed')[0]?.diagnostics.attemptCount).toBe(2)
  })

  test('that never answers is out of time', async () => {
    const { reducer } = scriptedReducer(['never'])
    const options = { hardLimitBytes: 3_000, upstreamReducer: reducer, reducerTimeoutMs: 1 }
    await using run = createPlimsoll(recommended(options)).openRun({ dialect })
    const { diagnostics } = await run.assemble(toolLoop(6))
    expect(diagnostics?.rejections.map(({ reasons }) => reasons)).toEqual([
      ['reducerTimedOut'],
      ['reducerTimedOut'],
    ])
  })
})

test('a scripted history that changes between two looks makes the assembly start again', async () => {
  const messages = toolLoop(2)
  const history = scriptedHistory([messages, [...messages, ...toolLoop(1)]])
  await using run = createPlimsoll(recommended({ hardLimitBytes: 9_000 })).openRun({ dialect })
  const call = await run.assemble(history)
  expect(call.diagnostics?.restartCount).toBe(1)
  expect(call.messages).toHaveLength(messages.length + 4)
  expect(history.captureCount).toBe(4)
})

test('a steady clock goes on by its step, and when it is told to', () => {
  const clock = steadyClock({ start: 1_000, step: 10 })
  expect([clock(), clock()]).toEqual([1_000, 1_010])
  clock.advance(500)
  expect(clock()).toBe(1_520)
})

test('counted ids are never the same', () => {
  const id = countedIds('call')
  expect([id(), id()]).toEqual(['call-1', 'call-2'])
})

describe('canaries', () => {
  test('are found wherever they hide, by their path', () => {
    const canaries = new Canaries()
    const text = canaries.plant('body')
    class Hidden {
      readonly #text = text
      get shown(): string {
        return this.#text
      }
    }
    const hiding = {
      list: [{ text }],
      map: new Map([[text, new Set([text])]]),
      bytes: Buffer.from(`..${text}..`),
      hidden: new Hidden(),
      [Symbol(text)]: 1,
    }
    expect(canaries.find(hiding)).toHaveLength(6)
    expect(canaries.find(hiding, ['hidden'])).toHaveLength(5)
    expect([...canaries.places]).toEqual(['body'])
  })

  test('that were planted by somebody else are not', () => {
    expect(new Canaries('mine').find({ text: new Canaries('yours').plant('body') })).toEqual([])
  })
})

test('watched output is what was written, until it is stopped', () => {
  const output = watchOutput()
  console.log('one')
  process.stderr.write('two')
  expect(output.stop()).toBe('one\ntwo')
})
