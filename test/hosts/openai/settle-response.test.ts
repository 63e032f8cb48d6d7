import { describe, expect, test } from 'vitest'
import { settleResponse } from '../../../src/hosts/openai/settle-response.ts'
import { streamParts } from '../ai-sdk/stream-parts.ts'

type How = 'commit' | 'release'

const delta = 'data: {"choices":[{"delta":{"content":"ä ☂ \\"error\\": {"}}]}\n\n'
const streams: readonly (readonly [string, string, How])[] = [
  ['[DONE]', `${delta}data: [DONE]\n\n`, 'commit'],
  ['nothing, as some servers do', delta, 'commit'],
  ['nothing at all', '', 'commit'],
  [
    'response.completed',
    `${delta}event: response.completed\ndata: {"type":"response.completed"}\n\n`,
    'commit',
  ],
  ['response.incomplete without a name', `${delta}data: {"type": "response.incomplete"}\n\n`, 'commit'],
  ['response.failed', `${delta}data: {"type":"response.failed","response":{}}\n\n`, 'release'],
  ['an error event', `${delta}event: error\ndata: {"message":"no"}\n\n`, 'release'],
  ['an error in its data', `${delta}data: {"error":{"message":"no"}}\n\ndata: [DONE]\n\n`, 'release'],
  ['an error of the API', `${delta}data: {"type":"error","code":"x"}\n\n`, 'release'],
  ['carriage returns', `${delta}data: [DONE]\r\n\r\n`, 'commit'],
  ['data that is no JSON', `${delta}data: {"error":{\n\n`, 'commit'],
  ['an error inside of an item', `data: {"item":{"error":{"type":"error"}},"error":null}\n\n`, 'commit'],
]

describe('a stream that ends with', () => {
  test.each(streams)(
    '%s settles its call, wherever its bytes are cut, and keeps them',
    async (_, text, how) => {
      const bytes = new TextEncoder().encode(text)
      for (const size of [1, 2, 3, 7, 16, 1_000]) {
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
          bytes.slice(at * size, (at + 1) * size),
        )
        const { settling, settled } = setUp(streamParts(pieces))
        expect(await settling.text()).toBe(text)
        expect(settled[0]).toBe(how)
      }
    },
  )
})

describe('a response', () => {
  test('is asked for no byte before its reader asks', async () => {
    let pulls = 0
    const pull = (): void => {
      pulls += 1
    }
    const body = new ReadableStream({ pull }, { highWaterMark: 0 })
    setUp(body)
    await new Promise(setImmediate)
    expect(pulls).toBe(0)
  })

  test('releases when its body fails, and fails as it did', async () => {
    const failure = new Error('connection lost')
    const { settling, settled } = setUp(streamParts([new Uint8Array([100])], { failure }))
    await expect(settling.text()).rejects.toBe(failure)
    expect(settled).toEqual(['release'])
  })

  test('releases when its reader cancels, and cancels its body', async () => {
    const reasons: unknown[] = []
    const onCancel = (reason: unknown): void => void reasons.push(reason)
    const { settling, settled } = setUp(streamParts([new Uint8Array([100])], { open: true, onCancel }))
    await settling.body?.cancel('enough')
    expect(settled).toEqual(['release'])
    expect(reasons).toEqual(['enough'])
  })

  test('is released when it breaks off between the last word and the end, in one piece of bytes', async () => {
    const bytes = new TextEncoder().encode(`${delta}data: [DONE]\n\n`)
    const { settling, settled } = setUp(streamParts([bytes]))
    const reader = settling.body?.getReader()
    expect((await reader?.read())?.value).toHaveLength(bytes.length - 14)
    await reader?.cancel()
    expect(settled[0]).toBe('release')
  })

  test('is released when its request is ended, and no longer listened for when it is settled', async () => {
    const controller = new AbortController()
    const { settled } = setUp(streamParts([]), controller.signal)
    controller.abort()
    expect(settled).toEqual(['release'])
    const other = new AbortController()
    const ended = setUp(streamParts([]), other.signal)
    await ended.settling.text()
    other.abort()
    expect(ended.settled).toEqual(['commit'])
  })

  test('is committed as it is without a body, or with one that is no web stream', () => {
    for (const response of [new Response(null, { status: 204 }), { body: { pipe: () => {} } }]) {
      const settled: How[] = []
      const given = response as Response // what a fetch of another make gives
      expect(
        settleResponse(given, callOf(settled), { ended: new AbortController().signal, streams: true }),
      ).toBe(given)
      expect(settled).toEqual(['commit'])
    }
  })
})

function setUp(body: ReadableStream, ended: AbortSignal = new AbortController().signal) {
  const settled: How[] = []
  const settling = settleResponse(new Response(body), callOf(settled), { ended, streams: true })
  return { settling, settled }
}

function callOf(settled: How[]) {
  return {
    commit: async () => void settled.push('commit'),
    release: async () => void settled.push('release'),
  }
}
