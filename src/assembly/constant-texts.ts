/** Stands in the place of a result that was taken out. Constant, so that the prefix of a request stays the same. */
export const elisionNotice = '[tool result left out to keep the request within its size limit]'

/** Answers a call that has no result, in a repaired list. */
export const missingResultText = '[no result: the tool call did not complete]'

/** Stands where content was left out. */
export const omissionText = '[earlier messages were left out to keep the request within its size limit]'
