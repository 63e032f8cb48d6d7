import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findPlimsollError, kibibytes } from 'plimsoll'
import type { MessagesMiddleware, MessagesRequest } from 'plimsoll/anthropic'
import { answerError, passOn, readBody } from './answer.ts'
import { describeRefusal } from './describe-refusal.ts'
import { keptHeaders } from './kept-headers.ts'

export interface ProxyOptions {
  /** Base URL of the API, without `/v1`. */
  readonly upstream: string
  /** Of `boundMessages(plimsoll)`: it bounds requests for a message, and lets all others go by. */
  readonly bound: MessagesMiddleware
  /** Default 0: any port that is free. */
  readonly port?: number
  /** Largest body that is read. Default 32 MiB, as the API has it. */
  readonly bodyLimitBytes?: number
}

export interface Proxy {
  /** What `ANTHROPIC_BASE_URL` is set to. */
  readonly url: string
  close(): Promise<void>
}

/** Starts a proxy on the loopback interface that bounds what goes through it. It holds no key: headers go on as they come. */
export async function startProxy({
  upstream,
  bound,
  port = 0,
  bodyLimitBytes = kibibytes(32 * 1_024),
}: ProxyOptions): Promise<Proxy> {
  const base = upstream.replace(/\/+$/, '')
  const server = createServer((request, response) => {
    const gone = new AbortController()
    response.once('close', () => {
      if (!response.writableFinished) gone.abort()
    })
    // Whatever goes wrong is one request's: the proxy goes on.
    answer(request, response, gone.signal).catch((error) => refuse(response, error))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    const { method = 'GET', url = '' } = request
    if (!url.startsWith('/')) return answerError(response, 400, 'invalid_request_error', 'not a path')
    const body = await readBody(request, bodyLimitBytes)
    if (!body) return answerError(response, 413, 'request_too_large', `more than ${bodyLimitBytes} bytes`)
    const asked: MessagesRequest = {
      url: `${base}${url}`,
      method,
      headers: keptHeaders(headersOf(request)),
      body: body.length > 0 ? body : undefined,
      signal,
    }
    await passOn(await bound(asked, send), response)
  }
}

/** What we refused can't be had by asking again, what failed on its way may be. */
function refuse(response: ServerResponse, error: unknown): void {
  const refusal = findPlimsollError(error)
  if (refusal) answerError(response, 400, 'invalid_request_error', describeRefusal(refusal))
  else answerError(response, 502, 'api_error', 'no answer from upstream')
}

function send({ url, method, headers, body, signal }: MessagesRequest): Promise<Response> {
  const init = { method, headers, body, signal, redirect: 'manual' }
  return fetch(url, init as RequestInit) // with a text or bytes for a body
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  return headers
}
