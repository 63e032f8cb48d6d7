import type { RuleProfile } from './rule.ts'
import type { RuleServer } from './start-rule-server.ts'
import { type Fields, textOf } from './wire.ts'

interface Answered {
  readonly status: number
  readonly body: unknown
}

/** Sends a request to the API of a profile, as a client without any comfort. */
export async function post(server: RuleServer, profile: RuleProfile, body: Fields): Promise<Answered> {
  const response = await fetch(`${server.url}${pathOf(profile, textOf(body['model']))}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

function pathOf(profile: RuleProfile, model: string): string {
  switch (profile) {
    case 'openai-chat':
      return '/openai/v1/chat/completions'
    case 'mistral':
      return '/mistral/v1/chat/completions'
    case 'deepseek':
      return '/deepseek/v1/chat/completions'
    case 'openai-responses':
      return '/v1/responses'
    case 'anthropic':
      return '/v1/messages'
    case 'gemini':
      return `/v1beta/models/${model}:generateContent`
  }
}
