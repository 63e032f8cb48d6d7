import { expect, test } from 'vitest'
import { ledgerText, lostReferences } from '../../src/context/reference-ledger.ts'
import { exchange, user } from '../support/messages.ts'
import { digestOf, referenceTo, snapshotOf } from '../support/snapshot-of.ts'

const [one, two] = [digestOf('1'), digestOf('2')]
const conversation = [
  user(),
  ...exchange('a', referenceTo(one)),
  ...exchange('b', referenceTo(two)),
  ...exchange('c', referenceTo(one)),
]

test('a ledger names a reference a line', () => {
  expect(ledgerText([one, two]).split('\n').slice(1)).toEqual([referenceTo(one), referenceTo(two)])
})

test('the heading is constant', () => {
  expect(ledgerText([one]).split('\n')[0]).toBe(ledgerText([two, one]).split('\n')[0])
})

test('what no kept entry refers to is lost, in the order of the list', () => {
  const { snapshot, keep } = snapshotOf(conversation)
  expect(lostReferences(snapshot, keep(0))).toEqual([one, two])
  expect(lostReferences(snapshot, keep(0, 5, 6))).toEqual([two])
  expect(lostReferences(snapshot, snapshot.entries)).toEqual([])
})

test('what a ledger names is not lost', () => {
  const { snapshot, keep, maker } = snapshotOf(conversation)
  expect(lostReferences(snapshot, [...keep(0), maker.ledger([two])])).toEqual([one])
})

test('a list without references loses none', () => {
  expect(lostReferences(snapshotOf([user()]).snapshot, [])).toEqual([])
})
