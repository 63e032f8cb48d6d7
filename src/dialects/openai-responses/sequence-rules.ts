import { defineRules } from '../define-rules.ts'
import { providerDemands, without } from '../provider-demands.ts'

// An id that is unique in the list is unique in its turn.
const demands = without(providerDemands.openaiResponses, 'callIdsUnique')

/**
 * What the Responses API refuses. It takes an output anywhere behind its call, user messages wherever they stand, empty
 * messages, and arguments that are not JSON.
 */
export const sequenceRules = defineRules('openai.responses', demands)

/** What it refuses of a request with `store: false`: ids name nothing there, and clients leave those of messages out. */
export const statelessRules = defineRules('openai.responses', without(demands, 'namedAfterReasoning'))
