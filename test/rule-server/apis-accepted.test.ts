import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { generateConversation, quirks } from '../support/generated-conversations.ts'
import { corpusFiles, readCorpus } from '../support/rule-server/corpus.ts'
import { post } from '../support/rule-server/post.ts'
import { type RuleServer, startRuleServer } from '../support/rule-server/start-rule-server.ts'
import { fieldsOf, listOf, textOf } from '../support/rule-server/wire.ts'
import { type AcceptingApi, acceptingApis } from './accepting-apis.ts'

/** Of a conversation's size; the last is above it. */
const shares = [1 / 20, 1 / 8, 1 / 4, 1 / 2, 2]

interface Tally {
  readonly accepted: number
  readonly notSent: number
  readonly refused: readonly string[]
  /** Accepted, though Plimsoll said that the provider would refuse. */
  readonly saidBroken: number
}

let server: RuleServer
const table: string[] = []
beforeAll(async () => {
  server = await startRuleServer()
})
afterAll(async () => {
  const head = ['', 'lists'.padEnd(10), 'API'.padEnd(18), 'accepted', 'not sent', 'refused', 'said broken']
  process.stdout.write([head.join('  '), ...table, ''].join('\n'))
  await server.close()
})

describe.each(acceptingApis)('everything that is sent to $profile is accepted', (api) => {
  test('of conversations that were made up', async () => {
    const conversations = quirks.flatMap((quirk) =>
      [1, 2].map((seed) => ({ name: `${quirk} ${seed}`, messages: generateConversation(quirk, seed) })),
    )
    expect((await tally('generated', conversations, api)).refused).toEqual([])
  }, 60_000)

  test.runIf(corpusFiles().length > 0)(
    'of conversations that were recorded',
    async () => {
      const conversations = corpusFiles().map((name) => ({ name, messages: recorded(name) }))
      expect(conversations.length).toBeGreaterThanOrEqual(59)
      expect((await tally('recorded', conversations, api)).refused).toEqual([])
    },
    60_000,
  )
})

async function tally(
  lists: string,
  conversations: readonly { readonly name: string; readonly messages: readonly OpenAIChatMessage[] }[],
  api: AcceptingApi,
): Promise<Tally> {
  let [accepted, notSent, saidBroken] = [0, 0, 0]
  const refused: string[] = []
  for (const { name, messages } of conversations) {
    for (const { share, request, isValid } of await api.bound(messages, shares)) {
      if (request === null) {
        notSent += 1
        continue
      }
      const { status } = await post(server, api.profile, request)
      if (status === 200) {
        accepted += 1
        if (isValid === false) saidBroken += 1
      } else refused.push(`${name} at ${share}: ${server.log.at(-1)?.refusedBy} (said valid: ${isValid})`)
    }
  }
  const counts = [accepted, notSent, refused.length, saidBroken].map((count) => String(count).padStart(8))
  table.push([lists.padEnd(10), api.profile.padEnd(18), ...counts].join('  '))
  return { accepted, notSent, refused, saidBroken }
}

function recorded(name: string): readonly OpenAIChatMessage[] {
  return listOf(fieldsOf(readCorpus('', name))['messages']).map((message) => ({
    ...message,
    role: textOf(message['role']),
  }))
}
