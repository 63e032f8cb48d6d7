import { expect, test } from 'vitest'
import { settleResponse } from '../../../src/hosts/anthropic/settle-response.ts'
import { type StreamEnding, streamParts } from '../ai-sdk/stream-parts.ts'

const start = 'event: message_start\ndata: {}\n\n'
const stop = 'event: message_stop\ndata: {}\n\n'
const failure = 'event: error\ndata: {}\n\n'

test('the bytes of a stream go by as they are, and the call is committed by its last event', async () => {
  const { reader, settled } = await open([start, stop])
  expect(await reader.read()).toEqual({ done: false, value: bytesOf(start) })
  expect(settled).toEqual([])
  expect(await reader.read()).toEqual({ done: false, value: bytesOf(stop) })
  expect(settled).toEqual(['commit'])
  expect((await reader.read()).done).toBe(true)
})

test('a stream that comes in one piece is not over before its end is asked for', async () => {
  const { reader, settled } = await open([start + stop])
  expect(await reader.read()).toEqual({ done: false, value: bytesOf(start) })
  await reader.cancel()
  expect(settled).toEqual(['release'])
})

test('a stream that comes in one piece loses no byte', async () => {
  const { response, settled } = await open([start + start + stop])
  expect(await response.text()).toBe(start + start + stop)
  expect(settled[0]).toBe('commit')
})

test.each([[[]], [[start]]])('a stream that ends without saying so is committed', async (pieces) => {
  const { response, settled } = await open(pieces)
  expect(await response.text()).toBe(pieces.join(''))
  expect(settled).toEqual(['commit'])
})

test('an error event releases the call, whatever comes after it', async () => {
  const { response, settled } = await open([start + failure, stop])
  expect(await response.text()).toBe(start + failure + stop)
  expect(settled[0]).toBe('release')
})

test('a body that fails releases the call, and fails with the same error', async () => {
  const lost = new Error('connection lost')
  const { reader, settled } = await open([], { failure: lost })
  await expect(reader.read()).rejects.toBe(lost)
  expect(settled).toEqual(['release'])
})

test('a reader that gives up releases the call, and the source is told', async () => {
  const reasons: unknown[] = []
  const { reader, settled } = await open([start], { open: true, onCancel: (reason) => reasons.push(reason) })
  await reader.read()
  await reader.cancel('enough')
  expect(settled).toEqual(['release'])
  expect(reasons).toEqual(['enough'])
})

test('nothing of an event counts in a body that is no stream', async () => {
  const { response, settled } = await open([start + failure], undefined, 'application/json')
  await response.text()
  expect(settled).toEqual(['commit'])
})

test('an error status releases the call, and the response is handed on as it is', async () => {
  const refused = new Response('{}', { status: 429 })
  const { response, settled } = await settle(refused)
  expect(response).toBe(refused)
  expect(settled).toEqual(['release'])
})

test('a response without a body that can be read along commits the call', async () => {
  const empty = new Response(null, { status: 204 })
  expect((await settle(empty)).settled).toEqual(['commit'])
  const foreign = Object.defineProperty(new Response('{}'), 'body', { value: { pipe: () => {} } })
  const { response, settled } = await settle(foreign)
  expect(response).toBe(foreign)
  expect(settled).toEqual(['commit'])
})

async function open(
  pieces: readonly string[],
  ending?: StreamEnding,
  type = 'text/event-stream; charset=utf-8',
) {
  const body = streamParts(pieces.map(bytesOf), ending)
  const opened = await settle(new Response(body, { headers: { 'content-type': type } }))
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  return {
    ...opened,
    get reader() {
      reader ??= opened.response.body?.getReader()
      return reader ?? expect.fail('there is a body')
    },
  }
}

async function settle(response: Response) {
  const settled: string[] = []
  const call = {
    commit: async () => void settled.push('commit'),
    release: async () => void settled.push('release'),
  }
  return { response: await settleResponse(response, call), settled }
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}
