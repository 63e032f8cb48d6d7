import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { relayPage } from './relay-page.ts'

export interface InspectorRelay {
  /** The page to open, on this machine only. Its path holds a secret. */
  readonly url: string
  send(frame: object): void
  stop(): Promise<void>
}

// What a page that is opened late is still shown.
const keptFrames = 5_000

/** Serves frames to pages on this machine: bound to loopback, under a secret path, to no other site's scripts. */
export async function startRelay(port: number, uiUrl: string): Promise<InspectorRelay> {
  const secret = randomUUID()
  const readers = new Set<ServerResponse>()
  const kept: string[] = []

  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const host = request.headers.host ?? ''
    const path = request.url ?? ''
    // A site whose name is made to mean this machine has another host.
    const known = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host) && path.startsWith(`/${secret}/`)
    if (request.method !== 'GET' || !known) {
      response.writeHead(404).end()
    } else if (path === `/${secret}/`) {
      const { html, policy } = relayPage(uiUrl)
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': policy,
          'referrer-policy': 'no-referrer',
        })
        .end(html)
    } else if (path === `/${secret}/frames`) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      response.write(`:\n\n${kept.join('')}`)
      readers.add(response)
      response.on('close', () => readers.delete(response))
    } else response.writeHead(404).end()
  }

  const server = createServer(answer)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  // Who forgets to stop it still ends.
  server.unref()
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://127.0.0.1:${bound}/${secret}/`,
    send: (frame) => {
      const message = `data: ${JSON.stringify(frame)}\n\n`
      kept.push(message)
      if (kept.length > keptFrames) kept.shift()
      for (const reader of readers) reader.write(message)
    },
    stop: async () => {
      for (const reader of readers) reader.end()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}
