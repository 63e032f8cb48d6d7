import { pruneMessages } from 'ai'
import { toModelMessages } from './model-messages.mjs'

/** AI SDK: drops reasoning and tool exchanges before the last three messages. Knows no size. */
export const subject = {
  name: 'pruneMessages',
  prepare: toModelMessages,
  open: () => ({
    call: (messages) =>
      pruneMessages({
        messages,
        reasoning: 'all',
        toolCalls: 'before-last-3-messages',
        emptyMessages: 'remove',
      }),
  }),
}
