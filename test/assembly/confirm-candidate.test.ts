import { expect, test } from 'vitest'
import { confirmCandidate, type Verified } from '../../src/assembly/confirm-candidate.ts'
import { type SizeEstimator, utf8Bytes } from '../../src/context/measure.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { EstimatorError } from '../../src/errors/estimator-error.ts'
import { exchange, system, user } from '../support/messages.ts'
import { snapshotOf } from '../support/snapshot-of.ts'

const conversation = [system(), user('one'), ...exchange('a', 'found'), user('two')]
const taken = snapshotOf(conversation)
const { snapshot, maker, rules, keep } = taken
const orphaned = keep(0, 3, 4)

function confirm(
  candidate: typeof snapshot.entries,
  verified: Verified<OpenAIChatMessage> | null = null,
  estimator: SizeEstimator = utf8Bytes,
): readonly string[] {
  return confirmCandidate({ snapshot, candidate }, verified, maker, { estimator }, rules)
}

test('what is about to be sent is verified, wherever it comes from', () => {
  expect(confirm(keep(0, 4))).toEqual([])
  expect(confirm(orphaned)).toEqual(['orphanedToolResult'])
})

test('the list of the snapshot itself passes', () => {
  expect(confirm(snapshot.entries)).toEqual([])
})

test('the list that passed before need not pass a second time', () => {
  expect(confirm(orphaned, { rules, snapshot, candidate: orphaned })).toEqual([])
})

test('another list than the one that passed is verified, however alike', () => {
  expect(confirm(orphaned, { rules, snapshot, candidate: keep(0, 4) })).toEqual(['orphanedToolResult'])
  expect(confirm([...orphaned], { rules, snapshot, candidate: orphaned })).toEqual(['orphanedToolResult'])
})

test('a list that passed against another snapshot, or by other rules, is verified', () => {
  const other = snapshotOf(conversation).snapshot
  expect(confirm(orphaned, { rules, snapshot: other, candidate: orphaned })).toEqual(['orphanedToolResult'])
  const lenient = { ...rules, rules: [] }
  expect(confirm(orphaned, { rules: lenient, snapshot, candidate: orphaned })).toEqual(['orphanedToolResult'])
})

test('a list that passed is measured again where the estimator is of the host', () => {
  const grown: SizeEstimator = { unit: 'units', estimate: () => 1_000_000 }
  const dearer = snapshotOf(conversation, { estimator: grown })
  const confirmed = (): unknown =>
    confirmCandidate(
      { snapshot: dearer.snapshot, candidate: taken.snapshot.entries },
      { rules, snapshot: dearer.snapshot, candidate: taken.snapshot.entries },
      dearer.maker,
      { estimator: grown },
      rules,
    )
  expect(confirmed).toThrow(EstimatorError)
})
