import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { keptHeaders } from './kept-headers.ts'

type ErrorType = 'invalid_request_error' | 'request_too_large' | 'api_error'

/** Answers with an error as the API writes them. What is not worth a second try says so. */
export function answerError(
  response: ServerResponse,
  status: number,
  type: ErrorType,
  message: string,
): void {
  if (response.headersSent || response.destroyed) {
    response.destroy()
    return
  }
  const headers = { 'content-type': 'application/json', 'x-should-retry': String(status >= 500) }
  response.writeHead(status, headers).end(JSON.stringify({ type: 'error', error: { type, message } }))
}

/** Passes an answer on as it comes. Who hangs up cancels it. */
export async function passOn(answer: Response, response: ServerResponse): Promise<void> {
  const headers = Object.fromEntries(keptHeaders(answer.headers))
  response.writeHead(answer.status, headers)
  // Events of a stream that has begun are to be seen before the first byte of its body.
  response.flushHeaders()
  if (answer.body)
    await pipeline(Readable.fromWeb(answer.body as never), response) // the DOM's type of the same stream
  else response.end()
}

/** The body of a request; undefined when it is larger than the limit. */
export async function readBody(request: IncomingMessage, limitBytes: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of request) {
    size += piece.length
    // Read on to its end: a client that is still sending hears no answer.
    if (size <= limitBytes) pieces.push(piece)
    else pieces.length = 0
  }
  return size <= limitBytes ? Buffer.concat(pieces) : undefined
}
