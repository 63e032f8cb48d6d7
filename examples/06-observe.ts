// What a run decided, without what it said: a log, totals, a recording, and a report that is one file.
import assert from 'node:assert/strict'
import { createPlimsoll, kibibytes, recommended } from 'plimsoll'
import { type OpenAIChatMessage, openaiChat } from 'plimsoll/dialects/openai-chat'
import { eventStream, formatEvent } from 'plimsoll/events'
import { readRecording, recordRun } from 'plimsoll/inspect'
import { writeReport } from 'plimsoll/report'

const plimsoll = createPlimsoll(recommended({ hardLimitBytes: kibibytes(4) }))
const lines: string[] = []
const events = eventStream()
const recorder = recordRun((line) => lines.push(line))
const run = plimsoll.openRun({
  id: 'request-1',
  dialect: openaiChat(),
  report: [events.report, recorder.report],
  inspect: recorder.inspect,
})

const messages: OpenAIChatMessage[] = [{ role: 'user', content: 'Read the secret book.' }]
for (let page = 0; page < 10; page += 1) {
  await run.dispatch(messages, () => 'sent')
  messages.push(
    { role: 'assistant', content: `Page ${page}` },
    { role: 'user', content: 'secret '.repeat(100) },
  )
}
await run.close()
events.close()

const log: string[] = []
for await (const event of events) log.push(formatEvent(event))
const { outcomes, reducerCallCount } = run.metrics()
const html = writeReport(readRecording(lines.join('')))

assert.equal(log.length, 3 * 10)
assert.match(log[1] ?? '', /assembly\.completed run=request-1 .* outcome=withinLimit size=21>21 limit=4096/)
assert.equal(outcomes.withinLimit + outcomes.reduced, 10)
assert.ok(reducerCallCount > 0)
for (const text of [...log, ...lines, html]) assert.doesNotMatch(text, /secret/)
console.log(`${log.length} events, ${lines.length} recorded lines, ${outcomes.reduced} of 10 calls reduced`)
