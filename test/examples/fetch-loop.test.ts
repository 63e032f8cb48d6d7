import { afterEach, expect, test } from 'vitest'
import { isContextOverflow } from '../../src/dialects/recognise-overflow.ts'
import type { ScriptedTurn } from '../support/rule-server/scripted-turn.ts'
import { type RuleServer, startRuleServer } from '../support/rule-server/start-rule-server.ts'
import { runExample } from './run-example.ts'

const example = 'examples/05-fetch-loop.ts'
const contextLimitBytes = 5_000
const turns: ScriptedTurn[] = [...Array(12).fill({ calls: [{ name: 'look' }] }), { text: 'A ship came in.' }]

let server: RuleServer
afterEach(() => server.close())

test('the loop with nothing but fetch stays in a window that its history outgrows', {
  timeout: 30_000,
}, async () => {
  server = await startRuleServer({ turns, contextLimitBytes })
  const { status, output, errors } = await runExample(example, `${server.url}/v1`)
  expect({ status, errors }).toEqual({ status: 0, errors: '' })
  expect(server.log.map((entry) => entry.status)).toEqual(Array(13).fill(200))
  const largest = Math.max(...server.log.map(({ bytes }) => bytes))
  expect(largest).toBeLessThanOrEqual(contextLimitBytes)
  expect(output).toBe(`13 requests, the largest ${largest} bytes: A ship came in.\n`)
})

test('the same loop without a bound is refused in the middle', async () => {
  server = await startRuleServer({ turns, contextLimitBytes })
  expect(isContextOverflow(await loopWithoutBound())).toBe(true)
  expect(server.log.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 400])
})

test('the loop ends with the status that the provider refused it with', { timeout: 30_000 }, async () => {
  server = await startRuleServer({ turns: [{ failure: 'serverError' }] })
  const { status, errors } = await runExample(example, `${server.url}/v1`)
  expect(status).toBe(1)
  expect(errors).toContain('Error: The provider answered 500.')
})

/** Answers the body of the refusal that ends it. */
async function loopWithoutBound(): Promise<unknown> {
  const messages: unknown[] = [{ role: 'user', content: 'Watch the harbour. What comes in?' }]
  for (;;) {
    const body = JSON.stringify({ model: 'gpt-5', messages })
    const response = await fetch(`${server.url}/v1/chat/completions`, { method: 'POST', body })
    const answer = Object(await response.json())
    if (!response.ok) return answer
    const { message } = answer.choices[0]
    const results = message.tool_calls.map(({ id }: { id: string }) => ({
      role: 'tool',
      tool_call_id: id,
      content: 'Fog. '.repeat(200),
    }))
    messages.push(message, ...results)
  }
}
