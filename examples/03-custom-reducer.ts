// A reducer of one's own is an adviser: its answer is verified, and told why when it doesn't hold.
import assert from 'node:assert/strict'
import { createPlimsoll, type Reducer, recommended } from 'plimsoll'
import { type OpenAIChatMessage, openaiChat } from 'plimsoll/dialects/openai-chat'
import type { ReductionRequest } from 'plimsoll/reducers'

const seen: (readonly string[])[] = []

// A function from messages to messages. It gets copies, so it may edit what it is given.
const reducer: Reducer<OpenAIChatMessage> = ({
  messages,
  rejections,
}: ReductionRequest<OpenAIChatMessage>) => {
  seen.push(rejections)
  const withoutNotes = messages.filter(({ content }) => !String(content).startsWith('Note'))
  // The first answer leaves out the task as well, which nobody may.
  return rejections.length === 0 ? withoutNotes.slice(2) : withoutNotes
}

const plimsoll = createPlimsoll(
  recommended<OpenAIChatMessage>({
    hardLimitBytes: 4_000,
    recentMessageRetentionCount: 1,
    upstreamReducer: reducer,
  }),
)
await using run = plimsoll.openRun({ dialect: openaiChat() })

const messages: OpenAIChatMessage[] = [
  { role: 'system', content: 'You keep notes.' },
  { role: 'user', content: 'Here is my task: sum up what matters.' },
  ...Array.from({ length: 10 }, (_, index) => ({
    role: 'assistant',
    content: `Note ${index}: ${'x'.repeat(500)}`,
  })),
  { role: 'assistant', content: 'What matters is the sea.' },
  { role: 'user', content: 'Go on.' },
]

await using call = await run.assemble(messages)
// ... send call.messages, then:
await call.commit()

assert.equal(seen.length, 2)
assert.ok(seen[1]?.includes('missingRequiredEntry'))
assert.equal(call.diagnostics?.outcome, 'reduced')
assert.deepEqual(call.diagnostics?.keptIndexes, [0, 1, 12, 13])
assert.equal(call.messages[1], messages[1]) // what stays is the very object that was passed in
console.log(
  `refused: ${seen[1]?.join(', ')}; then sent ${call.messages.length} of ${messages.length} messages`,
)
