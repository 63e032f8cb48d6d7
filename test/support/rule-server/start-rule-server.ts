import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { IssuedContent } from './issued-content.ts'
import { refusalBody } from './refusal.ts'
import { respond, type ServerState } from './respond.ts'
import { routeOf } from './route.ts'
import type { RuleProfile } from './rule.ts'
import type { Api, ScriptedTurn } from './scripted-turn.ts'
import { isFields } from './wire.ts'
import type { LogEntry } from './wire-log.ts'

export interface RuleServerOptions {
  /** Answers in order, for whichever API asks; behind them everything is answered with `Done.`. */
  readonly turns?: readonly ScriptedTurn[]
  /** Whose rules `/v1/chat/completions` enforces, when the path names no provider. Default `openai-chat`. */
  readonly chatProfile?: Extract<RuleProfile, 'openai-chat' | 'mistral' | 'deepseek'>
  /** Larger requests are refused as the provider refuses a context that is too long. */
  readonly contextLimitBytes?: number
}

export interface RuleServer {
  /** Without a path: `http://127.0.0.1:<port>`. */
  readonly url: string
  /** Every request so far, in the order in which they were answered. */
  readonly log: readonly LogEntry[]
  /** Scripts the next answers of one API; they go before those that `turns` gave. */
  script(api: Api, turns: readonly ScriptedTurn[]): void
  close(): Promise<void>
}

/**
 * Starts a local server that speaks the model APIs and refuses what the providers refuse. It knows nothing of `src/`:
 * its rules are written over the wire JSON a second time, so that they can judge what Plimsoll sends.
 */
export async function startRuleServer(options: RuleServerOptions = {}): Promise<RuleServer> {
  const log: LogEntry[] = []
  const state: ServerState = {
    issued: new IssuedContent(),
    turns: [...(options.turns ?? [])],
    turnsOfApi: new Map(),
    contextLimitBytes: options.contextLimitBytes ?? Number.POSITIVE_INFINITY,
    serial: 0,
  }
  const server = createServer((request, response) => {
    void answer(request, response, state, options.chatProfile ?? 'openai-chat').then((entry) =>
      log.push(entry),
    )
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The rule server has no port.')
  return {
    url: `http://127.0.0.1:${address.port}`,
    log,
    script: (api, turns) => {
      state.turnsOfApi.set(api, [...(state.turnsOfApi.get(api) ?? []), ...turns])
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  state: ServerState,
  chatProfile: RuleProfile,
): Promise<LogEntry> {
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  const route = request.method === 'POST' ? routeOf(url, chatProfile) : undefined
  const text = await readBody(request)
  const body = parse(text)
  const asked = {
    method: request.method ?? '',
    path: url.pathname,
    profile: route?.profile ?? null,
    request: body,
    bytes: Buffer.byteLength(text),
  }
  const serial = ++state.serial
  let refusedBy: string | null = null
  if (route && isFields(body)) {
    refusedBy = await respond(response, { route, body, bytes: asked.bytes, serial }, state)
  } else {
    const refusal = route
      ? {
          status: 400,
          errorType: 'invalid_request_error',
          code: null,
          message: 'The body is no JSON object.',
        }
      : { status: 404, errorType: 'not_found_error', code: null, message: 'There is nothing at this path.' }
    response
      .writeHead(refusal.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(refusalBody(route?.profile ?? 'openai-chat', refusal, serial)))
  }
  const isComplete = response.writableEnded && !response.errored
  return { ...asked, status: response.headersSent ? response.statusCode : null, refusedBy, isComplete }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces).toString('utf8')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
