import * as agents from '@openai/agents'
import OpenAI from 'openai'
import * as plimsoll from 'plimsoll'
import * as seam from 'plimsoll/openai-agents'
import { expect, test } from 'vitest'
import { startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { runReadme } from '../run-readme.ts'

test('the first example of the README runs as it stands', async () => {
  const server = await startRuleServer({ turns: [{ text: 'Mild.' }] })
  const client = new OpenAI({ apiKey: 'none', baseURL: `${server.url}/v1` })
  class LocalProvider extends agents.OpenAIProvider {
    constructor() {
      super({ openAIClient: client as never }) // the SDK's own copy of the client has the same type
    }
  }
  agents.setTracingDisabled(true)
  const modules = {
    '@openai/agents': { ...agents, OpenAIProvider: LocalProvider },
    plimsoll,
    'plimsoll/openai-agents': seam,
  }
  const given = { requestId: 'request-1', question: 'What is the weather like?', instructions: '', tools: [] }
  const { result } = await runReadme('src/hosts/openai-agents/README.md', modules, given, ['result'])
  await server.close()
  expect(result).toMatchObject({ finalOutput: 'Mild.' })
  expect(server.log).toHaveLength(1)
})
