// A history that changes while a list is made of it: the stale list is never sent, the assembly starts again.
import assert from 'node:assert/strict'
import { createPlimsoll, liveHistory, recommended } from 'plimsoll'
import { type OpenAIChatMessage, openaiChat } from 'plimsoll/dialects/openai-chat'
import { dropOldest } from 'plimsoll/reducers'

const history = liveHistory<OpenAIChatMessage>([
  { role: 'user', content: 'Watch the harbour.' },
  ...Array.from({ length: 10 }, (_, hour) => ({
    role: 'assistant',
    content: `Hour ${hour}: ${'calm '.repeat(100)}`,
  })),
])

const dropping = dropOldest()
let asked = 0
const plimsoll = createPlimsoll(
  recommended({
    hardLimitBytes: 4_000,
    upstreamReducer: (request) => {
      asked += 1
      // While the reducer thinks, the user writes.
      if (asked === 1) history.append({ role: 'user', content: 'A ship is coming!' })
      return dropping(request)
    },
  }),
)
await using run = plimsoll.openRun({ dialect: openaiChat() })

const sent = await run.dispatch(history, (bounded) => bounded)

assert.equal(asked, 2)
assert.equal(sent.at(-1)?.content, 'A ship is coming!')
assert.ok(sent.length < history.messages.length)
console.log(
  `asked ${asked} times, sent ${sent.length} of ${history.messages.length} messages, the newest included`,
)
