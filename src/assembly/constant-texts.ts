/** Stands in the place of a result that was taken out. Constant, so that the prefix of a request stays the same. */
export const elisionNotice = '[tool result left out to keep the request within its size limit]'

/** Answers a call that has no result, in a repaired list. */
export const missingResultText = '[no result: the tool call did not complete]'

/** Stands where content was left out. */
export const omissionText = '[earlier messages were left out to keep the request within its size limit]'

/** Stands where a provider misses a message of the user, in a repaired list. */
export const missingUserText = '[no message from the user at this point]'

/** Stands where a provider misses an answer before the user's next message, in a repaired list. */
export const missingAnswerText = '[no answer from the assistant at this point]'
