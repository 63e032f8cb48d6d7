import { pruneMessages } from 'ai'
import { toModelMessages } from './model-messages.ts'
import type { Subject } from './subject.ts'

/** AI SDK: drops reasoning and tool exchanges before the last three messages. Knows no size. */
export const subject: Subject = {
  name: 'pruneMessages',
  prepare: toModelMessages,
  open: () => ({
    call: (messages) =>
      pruneMessages({
        messages: messages as ReturnType<typeof toModelMessages>, // as prepared
        reasoning: 'all',
        toolCalls: 'before-last-3-messages',
        emptyMessages: 'remove',
      }),
  }),
}
