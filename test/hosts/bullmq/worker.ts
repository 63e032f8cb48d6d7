// One of the workers: goes on with the run that a job names, and makes one provider call of it.
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import type { OpenAIChatMessage } from 'plimsoll/dialects/openai-chat'
import { redisLeases } from 'plimsoll/redis'
import { openWorkspace, type ProviderCall, plimsoll, queueName } from './provider-call.ts'

const [url = ''] = process.argv.slice(2)
const workspace = openWorkspace(url)
const client = new Redis(url)

const worker = new Worker<ProviderCall, string>(
  queueName,
  async ({ data: { run: state, messages, providerUrl } }) => {
    const leases = redisLeases({ client, runId: state.runId })
    await using run = await plimsoll.restoreRun<OpenAIChatMessage>(state, { workspace, leases })
    return await run.dispatch(messages, async (bounded, { signal }) => {
      const body = JSON.stringify({ model: 'gpt-5', messages: bounded })
      const headers = { 'content-type': 'application/json', 'x-worker': `${process.pid}` }
      const response = await fetch(`${providerUrl}/v1/chat/completions`, {
        method: 'POST',
        headers,
        body,
        signal,
      })
      if (!response.ok) throw new Error(`The provider answered ${response.status}.`)
      await response.json() // the answer in full: from here on the body counts as delivered
      return `answered by ${process.pid}`
    })
  },
  { connection: { url, maxRetriesPerRequest: null } },
)

process.on('disconnect', () => process.exit())
await worker.waitUntilReady()
process.send?.('ready')
