import { expect, test } from 'vitest'
import type { SequenceDemand, SequenceRules } from '../../src/context/sequence-rules.ts'
import { rulesForProvider } from '../../src/dialects/ai-sdk/sequence-rules.ts'
import { anthropic } from '../../src/dialects/anthropic/index.ts'
import { rulesFor } from '../../src/dialects/openai-chat/sequence-rules.ts'
import { openaiResponses } from '../../src/dialects/openai-responses/index.ts'
import type { RuleProfile } from '../support/rule-server/rule.ts'
import { rulesOfProfile } from '../support/rule-server/rules/rules-of-profile.ts'

/** Each demand of `src/context`, with the stricter ones that hold it too. */
const heldBy: Readonly<Record<SequenceDemand, readonly SequenceDemand[]>> = {
  callsAnswered: [],
  resultsHaveCall: [],
  oneResultPerCall: [],
  callIdsUnique: ['callIdsUniqueInList'],
  callIdsUniqueInList: [],
  callsFollowUserOrResults: [],
  resultsFollowCalls: [],
  resultsInOneMessage: [],
  opensWithUser: [],
  noUserAfterToolResult: [],
  noAssistantLast: [],
  noReasoningAlone: [],
  namedAfterReasoning: [],
  noEmptyAssistant: [],
  noEmptyAssistantBeforeLast: ['noEmptyAssistant'],
  noAssistantWithoutContent: ['noEmptyAssistant'],
  argumentsAreJson: [],
}

/**
 * What is not demanded of a prompt: the provider package marks what stands last as the start of an answer, and text has
 * its id in options that only the package reads.
 */
const leftToPackages: readonly string[] = ['mistral.noAssistantLast', 'openai.responses.namedAfterReasoning']

const dialects: readonly (readonly [RuleProfile, SequenceRules])[] = [
  ['openai-chat', rulesFor('openai')],
  ['mistral', rulesFor('mistral')],
  ['deepseek', rulesFor('deepseek')],
  ['openai-responses', openaiResponses().rules],
  ['anthropic', anthropic().rules],
]

const prompts: readonly (readonly [RuleProfile, SequenceRules])[] = [
  ['openai-chat', rulesForProvider('openai.chat')],
  ['openai-responses', rulesForProvider('openai.responses')],
  ['anthropic', rulesForProvider('anthropic.messages')],
  ['gemini', rulesForProvider('google.generative-ai')],
  ['mistral', rulesForProvider('mistral.chat')],
  ['deepseek', rulesForProvider('deepseek.chat')],
]

/** What the server refuses and `src/context` has no demand for. */
const beyondContext: Readonly<Record<RuleProfile, readonly string[]>> = {
  'openai-chat': [
    'callIdLength',
    'contentNotNull',
    'imagesFromUser',
    'knownParts',
    'knownRole',
    'messagesNotEmpty',
    'toolCallsNotEmpty',
  ],
  'openai-responses': [
    'assistantPartsAreOutput',
    'callIdLength',
    'idPrefix',
    'itemIdsUnique',
    'itemsKnown',
    'reasoningKept',
  ],
  anthropic: [
    'fewCacheMarks',
    'noEmptyText',
    'noTrailingWhitespace',
    'resultsStandFirst',
    'serverResultsHaveUse',
    'systemOutside',
    'thinkingLeadsCalls',
    'thinkingSigned',
    'thinkingUnmodified',
  ],
  gemini: ['messagesNotEmpty', 'noEmptyMessage', 'partsHoldData'],
  mistral: [
    'callIdForm',
    'messagesNotEmpty',
    'noResultAfterSystem',
    'noSystemAfterAssistant',
    'noSystemAfterToolResult',
    'singleMessageFromUser',
  ],
  deepseek: ['idsPresent', 'reasoningPassedBack'],
}

test.each(dialects)(
  'the rules of a dialect for %s hold every demand of the server that they can name',
  (...pair) => {
    expect(missingDemands(...pair)).toEqual([])
  },
)

test.each(prompts)('the rules of prompts for %s hold all that the packages leave to them', (...pair) => {
  const [, { provider }] = pair
  const missing = missingDemands(...pair).filter(
    (demand) => !leftToPackages.includes(`${provider}.${demand}`),
  )
  expect(missing).toEqual([])
})

test.each(Object.entries(beyondContext))('%s refuses more than a sequence', (profile, demands) => {
  const unnamed = demandsOf(profile as RuleProfile).filter((demand) => !isDemand(demand)) // a key of the record above
  expect(unnamed.sort()).toEqual(demands)
})

function missingDemands(profile: RuleProfile, { rules }: SequenceRules): string[] {
  const demands = rules.map(({ demand }): string => demand)
  return demandsOf(profile)
    .filter(isDemand)
    .filter((demand) => ![demand, ...heldBy[demand]].some((one) => demands.includes(one)))
}

// Rules of single models are left out: a dialect knows providers only.
function demandsOf(profile: RuleProfile): string[] {
  return rulesOfProfile[profile].filter(({ models }) => !models).map(({ demands }) => demands)
}

function isDemand(demand: string): demand is SequenceDemand {
  return Object.hasOwn(heldBy, demand)
}
