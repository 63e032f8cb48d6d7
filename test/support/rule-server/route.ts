import type { RuleProfile } from './rule.ts'
import type { Api } from './scripted-turn.ts'

/** What a path asks for. */
export interface Route {
  readonly api: Api
  readonly profile: RuleProfile
  /** Whether the path itself asks for a stream. */
  readonly streams: boolean
  /** Whether the stream is server-sent events; else it is one JSON array. */
  readonly sendsEvents: boolean
  readonly countsTokens: boolean
  /** The model that the path names. */
  readonly model: string | undefined
}

const chatProfiles: Readonly<Record<string, RuleProfile>> = {
  openai: 'openai-chat',
  mistral: 'mistral',
  deepseek: 'deepseek',
}

/**
 * Reads `/v1/chat/completions`, `/v1/responses`, `/v1/messages`, `/v1/messages/count_tokens` and
 * `/v1beta/models/<model>:generateContent`, each also behind a provider's name, such as `/mistral/v1/chat/completions`.
 */
export function routeOf(url: URL, chatProfile: RuleProfile): Route | undefined {
  const [, provider, path = ''] =
    /^(?:\/(openai|mistral|deepseek|anthropic|gemini))?(\/.*)$/.exec(url.pathname) ?? []
  const route = (api: Api, profile: RuleProfile): Route => ({
    api,
    profile,
    streams: false,
    sendsEvents: true,
    countsTokens: false,
    model: undefined,
  })
  if (path === '/v1/chat/completions' || path === '/chat/completions')
    return route('chat', chatProfiles[provider ?? ''] ?? chatProfile)
  if (path === '/v1/responses') return route('responses', 'openai-responses')
  if (path === '/v1/messages') return route('messages', 'anthropic')
  if (path === '/v1/messages/count_tokens') return { ...route('messages', 'anthropic'), countsTokens: true }
  const [, model, method] =
    /^\/v1beta\/models\/([^:]+):(generateContent|streamGenerateContent)$/.exec(path) ?? []
  if (method === undefined) return undefined
  return {
    ...route('generateContent', 'gemini'),
    streams: method === 'streamGenerateContent',
    sendsEvents: url.searchParams.get('alt') === 'sse',
    model,
  }
}
