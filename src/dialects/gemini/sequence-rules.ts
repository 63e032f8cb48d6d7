import { defineRules } from '../define-rules.ts'
import { providerDemands } from '../provider-demands.ts'

/**
 * What `generateContent` refuses. Contents of one role may stand side by side, calls and responses may go without ids, and
 * a part may hold an empty text.
 */
export const sequenceRules = defineRules('gemini', providerDemands.gemini)
