import type { MessageReading } from '../context/reading.ts'

/** What is read of a message that can't be read. */
export const unreadable: MessageReading = Object.freeze({
  role: 'other',
  pieces: [],
  links: [],
  approvalRequests: [],
  approvalResponses: [],
  plainText: undefined,
  reasoningOnly: false,
  continues: false,
  empty: true,
  compaction: false,
  cacheMarks: 0,
})
