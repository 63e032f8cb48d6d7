import { describe, expect, test } from 'vitest'
import { checkSequence } from '../../../src/context/check-sequence.ts'
import { gemini } from '../../../src/dialects/gemini/index.ts'
import { sequenceRules } from '../../../src/dialects/gemini/sequence-rules.ts'
import { geminiRules } from '../../support/rule-server/rules/gemini.ts'
import { entriesOf } from '../entries-of.ts'

const user = { role: 'user', parts: [{ text: 'Where?' }] }
const text = { role: 'model', parts: [{ text: 'Here.' }] }
const calls = (...names: string[]): object => ({
  role: 'model',
  parts: names.map((name) => ({ functionCall: { name, args: {} } })),
})
const results = (...names: string[]): object => ({
  role: 'user',
  parts: names.map((name) => ({ functionResponse: { name, response: { output: 'here' } } })),
})

const brokenRules = (...contents: readonly object[]): string[] =>
  checkSequence(entriesOf(gemini(), contents), sequenceRules).map(({ rule }) => rule)

test('accepts exchanges without ids, contents of the user side by side, and text behind results', () => {
  expect(brokenRules(user, calls('a', 'a', 'b'), results('a', 'b', 'a'), text, user, user)).toEqual([])
  expect(brokenRules(user, calls('a'), results('a'), calls('a'), results('a'), user)).toEqual([])
})

test.each([
  ['callsAnswered', [user, calls('a', 'a'), results('a')]],
  ['resultsHaveCall', [user, results('a')]],
  ['resultsInOneMessage', [user, calls('a', 'b'), results('a'), results('b')]],
  ['callsFollowUserOrResults', [user, text, calls('a'), results('a')]],
  ['opensWithUser', [text, user]],
  ['noEmptyAssistant', [user, { role: 'model', parts: [] }, user]],
])('%s is demanded', (demand, contents) => {
  expect(brokenRules(...contents)).toContain(`gemini.${demand}`)
})

describe('the rules', () => {
  test('hold every demand of the rule server that they can name, for all models', () => {
    const demanded = geminiRules.filter(({ models }) => !models).map(({ demands }) => demands)
    const held: readonly string[] = sequenceRules.rules.map(({ demand }) => demand)
    expect(demanded.filter((demand) => !held.includes(demand))).toEqual([
      'messagesNotEmpty',
      'noEmptyMessage',
      'partsHoldData',
    ])
  })
})
