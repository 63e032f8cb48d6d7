import { describe, expect, test } from 'vitest'
import { FallbackSelection, type FallbackUnit } from '../../src/context/fallback-selection.ts'

const additions = { notice: 1, heading: 10, line: 5 }
const free = { opensWithUser: false, answersCloseExchanges: false, callsFollowUser: false }

const unit = (role: FallbackUnit['role'], size: number, required = false): FallbackUnit => ({
  entries: [],
  kind: 'conversationalMessage',
  role,
  size,
  required,
  exchange: false,
  references: [],
})
const system = unit('system', 2, true)
const user = unit('user', 20)
const answer = unit('assistant', 100)

/** Units that are kept. */
const kept = (selection: FallbackSelection, count: number): number[] =>
  Array.from({ length: count }, (_, index) => index).filter((index) => selection.has(index))

describe('a selection', () => {
  test('holds the required units from the start, and what the turn rules want beside them', () => {
    const units = [system, user, answer, { ...answer, required: true }]
    expect(kept(new FallbackSelection(units, free, additions), 4)).toEqual([0, 3])
    expect(kept(new FallbackSelection(units, { ...free, opensWithUser: true }, additions), 4)).toEqual([
      0, 1, 3,
    ])
  })

  test('takes a unit that fills the room to the last, with the notice', () => {
    const units = [system, answer]
    expect(new FallbackSelection(units, free, additions).keepIfWithin(1, 102)).toBe(false)
    expect(new FallbackSelection(units, free, additions).keepIfWithin(1, 103)).toBe(true)
  })

  test('has what it holds already, whatever the room', () => {
    expect(new FallbackSelection([system], free, additions).keepIfWithin(0, 0)).toBe(true)
  })

  test('counts the message that opens the turn, once, and not where it stands itself', () => {
    const units = [system, user, answer, answer]
    const selection = new FallbackSelection(units, { ...free, opensWithUser: true }, additions)
    expect(selection.keepIfWithin(3, 122)).toBe(false)
    expect(selection.keepIfWithin(3, 123)).toBe(true)
    expect(selection.keepIfWithin(2, 222)).toBe(false)
    expect(selection.keepIfWithin(2, 223)).toBe(true)
    expect(kept(selection, 4)).toEqual([0, 2, 3])
    expect(selection.keepIfWithin(1, 222)).toBe(false)
    expect(selection.keepIfWithin(1, 223)).toBe(true)
    expect(kept(selection, 4)).toEqual([0, 1, 2, 3])
  })

  test('counts no opener for a unit behind the first that is kept', () => {
    const units = [system, { ...user, required: true }, user, answer]
    const selection = new FallbackSelection(units, { ...free, opensWithUser: true }, additions)
    expect(selection.keepIfWithin(3, 123)).toBe(true)
  })

  test('counts no opener where no message of the user stands before', () => {
    const selection = new FallbackSelection(
      [system, answer, answer],
      { ...free, opensWithUser: true },
      additions,
    )
    expect(selection.keepIfWithin(2, 103)).toBe(true)
  })

  test('keeps what the turn rules want where it is no larger than what may stand in for it', () => {
    const units = [system, user, { ...answer, required: true }]
    const turns = { ...free, opensWithUser: true }
    expect(new FallbackSelection(units, turns, additions, 20).has(1)).toBe(true)
    expect(new FallbackSelection(units, turns, additions, 19).has(1)).toBe(false)
  })

  test('keeps what is larger than its stand-in where it fills the room to the last', () => {
    const units = [system, user, { ...answer, required: true }]
    const selection = new FallbackSelection(units, { ...free, opensWithUser: true }, additions, 19)
    selection.keepTurns(122)
    expect(selection.has(1)).toBe(false)
    selection.keepTurns(123)
    expect(selection.has(1)).toBe(true)
  })

  test('counts a ledger of the references that it does not hold', () => {
    const units = [
      system,
      { ...answer, references: ['one', 'two'] },
      { ...answer, references: ['two', 'two', 'three'] },
    ]
    const fits = (room: number) => new FallbackSelection(units, free, additions).keepIfWithin(2, room)
    expect(fits(2 + 100 + 1 + 10 + 5 - 1)).toBe(false)
    expect(fits(2 + 100 + 1 + 10 + 5)).toBe(true)
  })

  test('counts no ledger when it holds them all', () => {
    const referring = { ...answer, references: ['one'] }
    const selection = new FallbackSelection([system, referring, referring], free, additions)
    expect(selection.keepIfWithin(2, 103)).toBe(true)
    expect(selection.keepIfWithin(1, 203)).toBe(true)
  })
})
