// Three workers make the provider calls of one run. What the run read back is in one of the calls, whoever makes it.
import assert from 'node:assert/strict'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { Queue, QueueEvents } from 'bullmq'
import { Redis } from 'ioredis'
import type { OpenAIChatMessage } from 'plimsoll/dialects/openai-chat'
import { redisLeases } from 'plimsoll/redis'
import { startRuleServer } from '../../support/rule-server/start-rule-server.ts'
import { openWorkspace, type ProviderCall, plimsoll, queueName } from './provider-call.ts'

const callCount = 6
const workerCount = 3
const url = process.argv[2] ?? 'redis://127.0.0.1:6379'
const provider = await startRuleServer({ turns: Array(callCount).fill({ text: 'Noted.' }) })
const client = new Redis(url)

// The run is opened here: a tool's long result goes into the workspace, and the model asks to read it.
const runId = `request-${process.pid}`
const leases = redisLeases({ client, runId })
const run = plimsoll.openRun<OpenAIChatMessage>({
  id: runId,
  workspace: openWorkspace(url),
  leases,
  offload: {},
})
const log = 'At six bells a ship came in from the north. '.repeat(200)
const { text: envelope } = await run.offload(log, { tool: 'read_log' })
const messages: OpenAIChatMessage[] = [
  { role: 'user', content: 'What came in?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call-1', type: 'function', function: { name: 'read_log', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 'call-1', content: envelope },
]
await run.rehydrate(envelope, { source: 'toolRequest' })

// From here on it travels: each job carries the run as JSON, without the log.
const job: ProviderCall = { run: await run.persist(), messages, providerUrl: provider.url }
assert.ok(!JSON.stringify(job).includes('six bells'))

const workers = Array.from({ length: workerCount }, () => fork(new URL('worker.ts', import.meta.url), [url]))
await Promise.all(workers.map((worker: ChildProcess) => once(worker, 'message')))
const connection = { url, maxRetriesPerRequest: null }
const queue = new Queue<ProviderCall, string>(queueName, { connection })
const events = new QueueEvents(queueName, { connection })
await events.waitUntilReady()
const jobs = await queue.addBulk(
  Array.from({ length: callCount }, (_, call) => ({
    name: `call-${call}`,
    data: job,
    opts: { attempts: 3 },
  })),
)
const answers = new Set(await Promise.all(jobs.map((each) => each.waitUntilFinished(events))))

for (const worker of workers) worker.kill()
await Promise.all([queue.close(), events.close(), run.close(), provider.close()])
client.disconnect()

const requests = provider.log.map(({ request }) => JSON.stringify(request))
assert.equal(requests.length, callCount)
assert.equal(requests.filter((request) => request.includes('six bells')).length, 1)
assert.equal(requests.filter((request) => request.includes('artifact://sha256/')).length, callCount - 1)
console.log(
  `${requests.length} calls by ${answers.size} of ${workerCount} workers, and the log in one of them.`,
)
process.exit() // the storage's driver keeps its connection
