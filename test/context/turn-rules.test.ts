import { describe, expect, test } from 'vitest'
import { missingTurnUnits, type TurnUnit, turnRules } from '../../src/context/turn-rules.ts'
import { rulesThat } from '../support/snapshot-of.ts'

const units: Record<string, TurnUnit> = {
  s: { role: 'system', exchange: false },
  u: { role: 'user', exchange: false },
  a: { role: 'assistant', exchange: false },
  x: { role: 'assistant', exchange: true },
  p: { role: 'assistant', exchange: true, endsWithResult: false },
}

/**
 * Units that are missing from a choice, written as a letter each: system, user, assistant, exchange, and an
 * exchange of the provider's own that ends with the assistant. What is kept is
 * written in capitals.
 */
function missing(
  drawing: string,
  rules: { opens?: boolean; closes?: boolean; asks?: boolean },
): readonly number[] {
  const letters = [...drawing]
  return missingTurnUnits(
    letters.map((letter) => units[letter.toLowerCase()] ?? { role: 'other', exchange: false }),
    (unit) => letters[unit] !== letters[unit]?.toLowerCase(),
    {
      opensWithUser: rules.opens ?? false,
      answersCloseExchanges: rules.closes ?? false,
      callsFollowUser: rules.asks ?? false,
    },
  )
}

test('turn rules are read from the demands', () => {
  const none = { opensWithUser: false, answersCloseExchanges: false, callsFollowUser: false }
  expect(turnRules(rulesThat())).toEqual(none)
  expect(turnRules(rulesThat('opensWithUser'))).toEqual({ ...none, opensWithUser: true })
  expect(turnRules(rulesThat('noUserAfterToolResult'))).toEqual({ ...none, answersCloseExchanges: true })
  expect(turnRules(rulesThat('callsFollowUserOrResults'))).toEqual({ ...none, callsFollowUser: true })
})

describe('a conversation that must open with the user', () => {
  test.each([
    ['SUA', [], 'opens with the user already'],
    ['SuA', [1], 'gets the message that opens the turn'],
    ['SuauaX', [3], 'gets the nearest one before the stretch'],
    ['suaxxX', [1], 'gets it from across exchanges'],
    ['SuaUA', [], 'opens with the user behind what is left out'],
    ['SaX', [], 'gets nothing where there is nothing'],
    ['Sua', [], 'gets nothing when nothing but instructions is kept'],
    ['AUX', [], 'gets nothing from behind the stretch'],
    ['', [], 'gets nothing in an empty list'],
  ])('%s: %s %s', (drawing, expected) => {
    expect(missing(drawing, { opens: true })).toEqual(expected)
  })

  test('gets nothing when the provider does not ask', () => {
    expect(missing('SuA', {})).toEqual([])
  })
})

describe('an exchange before a user message', () => {
  test.each([
    ['UXAU', [], 'is closed by its answer'],
    ['UXaU', [2], 'gets its answer'],
    ['UXxxaU', [4], 'gets the answer from the end of its turn'],
    ['UXauaU', [2], 'gets its own answer, not one of a later turn'],
    ['UXXaUXaU', [6, 3], 'gets an answer each'],
    ['UXaA', [], 'needs none before an assistant message'],
    ['UXxX', [], 'needs none before another exchange'],
    ['UXa', [], 'needs none at the end'],
    ['UXU', [], 'gets none where there is none'],
    ['UAaU', [], 'is not a plain answer'],
    ['UXpU', [2], 'may be closed by an exchange of the provider'],
    ['UPaU', [], 'of the provider is closed already'],
  ])('%s: %s', (drawing, expected) => {
    expect(missing(drawing, { closes: true })).toEqual(expected)
  })

  test('gets nothing when the provider does not ask', () => {
    expect(missing('UXaU', { opens: true })).toEqual([])
  })
})

describe('an exchange behind an answer', () => {
  test.each([
    ['UAuX', [2], 'gets the question that it follows'],
    ['UAuauX', [4], 'gets the nearest one'],
    ['UAUX', [], 'has its question'],
    ['UAuxX', [2], 'gets the question of its turn'],
    ['UXxX', [], 'needs none behind another exchange'],
    ['UAX', [], 'gets none where there is none'],
    ['UAuA', [], 'is no exchange'],
    ['SuX', [], 'needs none behind instructions'],
    ['UAuXAuX', [2, 5], 'gets a question each'],
    ['UPuX', [2], 'gets its question behind an exchange of the provider, too'],
  ])('%s: %s %s', (drawing, expected) => {
    expect(missing(drawing, { asks: true })).toEqual(expected)
  })

  test('gets nothing when the provider does not ask', () => {
    expect(missing('UAuX', { opens: true, closes: true })).toEqual([])
  })
})

test('all rules are heeded', () => {
  expect(missing('SuXaUAuX', { opens: true, closes: true, asks: true })).toEqual([1, 3, 6])
})
