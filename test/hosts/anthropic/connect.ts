import Anthropic, { type ClientOptions } from '@anthropic-ai/sdk'
import { boundMessages } from 'plimsoll/anthropic'
import { onTestFinished } from 'vitest'
import type { ScriptedTurn } from '../../support/rule-server/scripted-turn.ts'
import { type RuleServer, startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import type { WatchedRun } from '../ai-sdk/watch-run.ts'

export type Middleware = NonNullable<ClientOptions['middleware']>[number]

export interface Connection {
  readonly client: Anthropic
  readonly server: RuleServer
}

interface ConnectOptions {
  readonly watched?: WatchedRun | undefined
  readonly middleware?: readonly Middleware[]
  readonly contextLimitBytes?: number
}

/** The real client in front of a rule server with a script, bounded by the run if one is given. */
export async function connect(
  turns: readonly ScriptedTurn[],
  { watched, middleware = [], ...options }: ConnectOptions = {},
): Promise<Connection> {
  const server = await startRuleServer({ turns, ...options })
  onTestFinished(() => server.close())
  const all = watched ? [...middleware, boundMessages(watched.run)] : middleware
  return { client: new Anthropic({ apiKey: 'none', baseURL: server.url, middleware: all }), server }
}

export const model = 'claude-opus-5'

export function ask(text: string): Anthropic.MessageCreateParamsNonStreaming {
  return { model, max_tokens: 1_024, messages: [{ role: 'user', content: text }] }
}

/** What is thrown in place of an answer. */
export function rejection(promise: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(promise).then(
    () => {
      throw new Error('it resolves')
    },
    (error: unknown) => error,
  )
}
