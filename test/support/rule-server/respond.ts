import type { ServerResponse } from 'node:http'
import { type AnswerForm, type AnswerInput, type StreamEvent, signatureOf } from './answer.ts'
import { chatAnswer } from './answers/chat.ts'
import { generateContentAnswer } from './answers/generate-content.ts'
import { messagesAnswer } from './answers/messages.ts'
import { responseItems, responsesAnswer } from './answers/responses.ts'
import { knownFailure } from './failures.ts'
import { inputItems } from './input-items.ts'
import type { IssuedContent } from './issued-content.ts'
import { type Refusal, refusalBody } from './refusal.ts'
import type { Route } from './route.ts'
import { rulesOfProfile } from './rules/rules-of-profile.ts'
import { type Api, defaultTurn, type ScriptedTurn } from './scripted-turn.ts'
import { sendStream, waitAt } from './send-stream.ts'
import { type Fields, textOf } from './wire.ts'

export interface ServerState {
  readonly issued: IssuedContent
  readonly turns: ScriptedTurn[]
  readonly turnsOfApi: Map<Api, ScriptedTurn[]>
  readonly contextLimitBytes: number
  serial: number
}

interface Asked {
  readonly route: Route
  readonly body: Fields
  readonly bytes: number
  readonly serial: number
}

const forms: Readonly<Record<Api, AnswerForm>> = {
  chat: chatAnswer,
  responses: responsesAnswer,
  messages: messagesAnswer,
  generateContent: generateContentAnswer,
}

/** Refuses the request or says its turn; answers the rule that refused, if one did. */
export async function respond(
  response: ServerResponse,
  asked: Asked,
  state: ServerState,
): Promise<string | null> {
  const { route, body, bytes, serial } = asked
  const model = route.model ?? textOf(body['model'])
  for (const rule of rulesOfProfile[route.profile]) {
    if (rule.models && !rule.models.test(model)) continue
    const breach = rule.check({ body, model, issued: state.issued })
    if (breach === undefined) continue
    refuse(response, asked, { ...rule, ...breach })
    return rule.id
  }
  if (bytes > state.contextLimitBytes) {
    refuse(response, asked, knownFailure(route.profile, 'contextTooLong'))
    return `${route.profile}.contextTooLong`
  }
  if (route.countsTokens) {
    sendJson(response, asked, 200, { input_tokens: Math.ceil(bytes / 4) })
    return null
  }
  const turn = nextTurn(state, route.api)
  if ('failure' in turn) {
    refuse(response, asked, knownFailure(route.profile, turn.failure))
    return null
  }
  const input: AnswerInput = { turn, profile: route.profile, model, body, serial }
  remember(input, route, state.issued)
  const form = forms[route.api]
  if (route.streams || body['stream'] === true) {
    const events = form.events(input)
    if (!events.some(({ isContent }) => isContent)) await waitAt(turn, response)
    await sendStream(response, { events, turn, error: midStreamError(route), sendsEvents: route.sendsEvents })
    return null
  }
  await waitAt(turn, response)
  if (!response.destroyed) sendJson(response, asked, 200, form.whole(input))
  return null
}

function nextTurn(state: ServerState, api: Api): ScriptedTurn {
  return state.turnsOfApi.get(api)?.shift() ?? state.turns.shift() ?? defaultTurn
}

// What later requests may refer to.
function remember(input: AnswerInput, { api }: Route, issued: IssuedContent): void {
  const { turn, body, serial } = input
  if (api === 'messages' && turn.thought) issued.addThought(signatureOf(input), turn.thought.text)
  if (api !== 'responses') return
  const history = body['store'] === false ? undefined : inputItems({ body, model: input.model, issued })
  issued.addResponse(`resp_${serial}`, responseItems(input), history)
}

function refuse(response: ServerResponse, asked: Asked, refusal: Refusal): void {
  const { profile, streams, sendsEvents } = asked.route
  const body = refusalBody(profile, refusal, asked.serial)
  // Gemini wraps the error of a JSON array stream in an array.
  sendJson(response, asked, refusal.status, streams && !sendsEvents ? [body] : body)
}

function sendJson(response: ServerResponse, { serial }: Asked, status: number, body: unknown): void {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'request-id': `req_${serial}`,
    'x-request-id': `req_${serial}`,
  }
  // The clients wait as long as this header says before they try again: no test should.
  if (status === 429 || status >= 500) headers['retry-after-ms'] = '1'
  response.writeHead(status, headers).end(JSON.stringify(body))
}

// Chat: github.com/sashabaranov/go-openai/pull/396; Responses: github.com/anomalyco/opencode/issues/6071;
// Anthropic: docs.claude.com/en/api/messages-streaming.
function midStreamError({ profile }: Route): StreamEvent {
  const failure = knownFailure(
    profile,
    profile === 'anthropic' || profile === 'gemini' ? 'overloaded' : 'serverError',
  )
  const { message, code } = failure
  if (profile === 'anthropic')
    return { name: 'error', data: { type: 'error', error: { type: failure.errorType, message } } }
  if (profile === 'openai-responses')
    return {
      name: 'error',
      data: {
        type: 'error',
        sequence_number: 0,
        error: { type: failure.errorType, code, message, param: null },
      },
    }
  return { data: refusalBody(profile, failure, 0) }
}
