// LangChain: `boundMiddleware` stands last in the agent, inside of the retries.
import assert from 'node:assert/strict'
import { ChatOpenAI } from '@langchain/openai'
import { type AgentMiddleware, modelRetryMiddleware as configureRetry, createAgent, tool } from 'langchain'
import { createPlimsoll, findPlimsollError, kibibytes, recommended } from 'plimsoll'
import { boundMiddleware } from 'plimsoll/langchain'
import { z } from 'zod'

interface RetryOptions {
  readonly onFailure: 'error'
  readonly retryOn: (error: Error) => boolean
}

// Its own type doesn't fit an agent's list where `exactOptionalPropertyTypes` is on.
const modelRetryMiddleware = (options: RetryOptions) => configureRetry(options) as unknown as AgentMiddleware // it is one

/** Reads ten pages with a model at this address, and tells how large its calls were. */
export async function runExample(baseURL: string): Promise<string> {
  const requestId = 'request-1'
  const model = new ChatOpenAI({ model: 'gpt-5', apiKey: 'none', configuration: { baseURL } })
  const read = tool(({ path }) => `${path}: ${'The sea was calm. '.repeat(100)}`, {
    name: 'read',
    schema: z.object({ path: z.string() }),
  })
  const tools = [read]

  const plimsoll = createPlimsoll(recommended({ hardLimitBytes: kibibytes(8) })) // once per process
  const retry = modelRetryMiddleware({
    onFailure: 'error',
    retryOn: (error) => !findPlimsollError(error), // a refusal is no fault of the network
  })

  await using run = plimsoll.openRun({ id: requestId }) // once per request
  const agent = createAgent({ model, tools, middleware: [retry, boundMiddleware(run)] })
  const { messages } = await agent.invoke({ messages: 'Read the ten pages.' })

  const { composedCount, finalSize } = run.metrics()
  assert.equal(composedCount, 11)
  assert.ok(finalSize.largest <= kibibytes(8))
  assert.equal(messages.length, 22) // the history is whole
  return `${composedCount} calls, the largest ${finalSize.largest} bytes of ${kibibytes(8)}`
}
