import { describe, expect, test } from 'vitest'
import type { SequenceDemand } from '../../src/context/sequence-rules.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { assistant, exchange, reasoning, user } from '../support/messages.ts'
import { rulesThat, snapshotOf } from '../support/snapshot-of.ts'

/** Host indexes of what is left, and how many went. */
function repair(messages: readonly OpenAIChatMessage[], ...demands: readonly SequenceDemand[]) {
  const { entries, repairedCount } = snapshotOf(messages, {
    onBrokenSequence: 'repair',
    rules: rulesThat(...demands),
  })
  return [entries.map(({ hostIndex }) => hostIndex), repairedCount]
}

const empty = assistant('')
const missing: OpenAIChatMessage = { role: 'assistant', content: null }

describe('an assistant message with nothing in it', () => {
  const messages = [user(), empty, ...exchange('a'), missing, user(), empty]

  test('is dropped where the provider refuses it', () => {
    expect(repair(messages, 'noEmptyAssistant')).toEqual([[0, 2, 3, 5], 3])
  })

  test('stays at the end where the provider takes it there', () => {
    expect(repair(messages, 'noEmptyAssistantBeforeLast')).toEqual([[0, 2, 3, 5, 6], 2])
  })

  test('stays with an empty text where the provider wants no more', () => {
    expect(repair(messages, 'noAssistantWithoutContent')).toEqual([[0, 1, 2, 3, 5, 6], 1])
  })

  test('stays where the provider takes it', () => {
    expect(repair(messages, 'callsAnswered')).toEqual([[0, 1, 2, 3, 4, 5, 6], 0])
  })
})

describe('reasoning that leads nowhere', () => {
  const messages = [user(), reasoning(), reasoning(), user(), reasoning(), assistant(), reasoning()]

  test('is dropped where the provider refuses it, all of it', () => {
    expect(repair(messages, 'noReasoningAlone')).toEqual([[0, 3, 4, 5], 3])
  })

  test('stays where the provider takes it', () => {
    expect(repair(messages, 'callsAnswered')).toEqual([[0, 1, 2, 3, 4, 5, 6], 0])
  })

  test('is dropped too when what it led to was empty', () => {
    expect(repair([user(), reasoning(), empty, user()], 'noReasoningAlone', 'noEmptyAssistant')).toEqual([
      [0, 3],
      2,
    ])
  })
})
