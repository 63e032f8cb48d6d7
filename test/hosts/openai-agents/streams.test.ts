import type { Model, StreamEvent } from '@openai/agents'
import { boundAgentsModel } from 'plimsoll/openai-agents'
import { describe, expect, test } from 'vitest'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { rejection } from '../openai/rejection.ts'
import { drain, requestOf } from './sdk.ts'

describe('a stream', () => {
  const delta: StreamEvent = { type: 'output_text_delta', delta: 'one' }
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 }
  const done: StreamEvent = { type: 'response_done', response: { id: 'r', usage, output: [] } }

  function streaming(...events: readonly (StreamEvent | Error)[]) {
    const watched = watchRun(plimsollOf())
    const state = { returned: false }
    const model: Model = {
      getResponse: () => Promise.reject(new Error('it streams')),
      getStreamedResponse: async function* () {
        try {
          for (const event of events) {
            if (event instanceof Error) throw event
            yield event
          }
        } finally {
          state.returned = true
        }
      },
    }
    return { watched, state, bound: boundAgentsModel(model, watched.run) }
  }

  test('commits with the event that completes the answer, and not before', async () => {
    const { watched, bound } = streaming(delta, done, delta)
    const settled: unknown[] = []
    for await (const { type } of bound.getStreamedResponse(requestOf('Hi.'))) {
      settled.push([type, watched.settled[0]])
    }
    expect(settled).toEqual([
      ['output_text_delta', undefined],
      ['response_done', 'commit'],
      ['output_text_delta', 'commit'],
    ])
  })

  test('commits at its end, also without a single event', async () => {
    const { watched, bound } = streaming()
    await drain(bound.getStreamedResponse(requestOf('Hi.')))
    expect(watched.settled).toEqual(['commit'])
  })

  test('releases when its reader breaks off, and ends the stream of the model', async () => {
    const { watched, state, bound } = streaming(delta, done)
    for await (const _ of bound.getStreamedResponse(requestOf('Hi.'))) break
    expect(watched.settled).toEqual(['release'])
    expect(state.returned).toBe(true)
  })

  test('releases when it fails, with the error of the model', async () => {
    const failure = new Error('broken')
    const { watched, bound } = streaming(delta, failure)
    expect(await rejection(drain(bound.getStreamedResponse(requestOf('Hi.'))))).toBe(failure)
    expect(watched.settled).toEqual(['release'])
  })

  test('that is aborted is released, also when it ends as if it were complete', async () => {
    const controller = new AbortController()
    const { watched, bound } = streaming(delta, done)
    for await (const { type } of bound.getStreamedResponse(requestOf('Hi.', { signal: controller.signal }))) {
      if (type === 'output_text_delta') controller.abort()
    }
    expect(watched.settled).toEqual(['release'])
  })
})

describe('a request that the provider finds too long', () => {
  const overflow = Object.assign(new Error('too long'), {
    status: 400,
    code: 'context_length_exceeded',
    error: {
      code: 'context_length_exceeded',
      message: 'Your input exceeds the context window of this model. Please adjust your input and try again.',
    },
  })
  const long = [
    { role: 'user' as const, content: 'q'.repeat(1_700) },
    { role: 'user' as const, content: 'r'.repeat(1_700) },
    { role: 'user' as const, content: 'And now?' },
  ]

  function failingOnce(retryOnOverflow: boolean) {
    const lengths: number[] = []
    const watched = watchRun(plimsollOf({ recentMessageRetentionCount: 1, pinFirstUserMessage: false }))
    const model: Model = {
      getResponse: async ({ input }) => {
        lengths.push(input.length)
        if (lengths.length === 1) throw overflow
        return { usage: {} as never, output: [] } // nobody looks
      },
      getStreamedResponse: async function* ({ input }) {
        lengths.push(input.length)
        if (lengths.length === 1) throw overflow
        yield { type: 'response_started' }
      },
    }
    return { lengths, watched, bound: boundAgentsModel(model, watched.run, { retryOnOverflow }) }
  }

  test('is sent again with less where that is asked for', async () => {
    for (const stream of [true, false]) {
      const { lengths, watched, bound } = failingOnce(true)
      const request = requestOf(long)
      await (stream ? drain(bound.getStreamedResponse(request)) : bound.getResponse(request))
      expect(lengths).toEqual([3, 2])
      expect(watched.settled).toEqual(['release', 'commit'])
    }
  })

  test('fails as it is where it is not', async () => {
    const { lengths, watched, bound } = failingOnce(false)
    expect(await rejection(bound.getResponse(requestOf(long)))).toBe(overflow)
    expect(lengths).toEqual([3])
    expect(watched.settled).toEqual(['release'])
  })
})
