import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { deepFreeze } from '../support/deep-freeze.ts'
import { projectRoot } from '../support/project-files.ts'

/** A recorded conversation, frozen throughout. */
export interface Conversation {
  readonly name: string
  readonly messages: readonly OpenAIChatMessage[]
}

/** Where recorded conversations may lie: beside the project, or where the environment says. */
export const corpusFolder = process.env['PLIMSOLL_CORPUS'] ?? join(dirname(projectRoot), 'shared', 'corpus')

/** Names of the conversations of the folder; none where there is no folder. */
export function corpusNames(): string[] {
  if (!existsSync(corpusFolder)) return []
  return readdirSync(corpusFolder)
    .filter((file) => file.endsWith('.json') && file !== 'stats.json')
    .map((file) => file.slice(0, -'.json'.length))
    .sort()
}

export function readConversation(name: string): Conversation {
  const text = readFileSync(join(corpusFolder, `${name}.json`), 'utf8')
  const { messages } = JSON.parse(text) as { messages: OpenAIChatMessage[] } // the folder's README says so
  return { name, messages: deepFreeze(messages) }
}
