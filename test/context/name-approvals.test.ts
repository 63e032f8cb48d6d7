import { expect, test } from 'vitest'
import { nameApprovals } from '../../src/context/name-approvals.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { approvalRequest, approvalResponse, assistant, exchange, user } from '../support/messages.ts'
import { snapshotOf } from '../support/snapshot-of.ts'

const kindsOf = (...messages: readonly OpenAIChatMessage[]) =>
  nameApprovals(snapshotOf(messages).entries).map(({ kind }) => kind)

test('a request without an answer is security state', () => {
  expect(kindsOf(user(), approvalRequest('p', 'a'))).toEqual([
    'conversationalMessage',
    'approvalSecurityState',
  ])
})

test('a request and its answer are what they are without it', () => {
  const kinds = kindsOf(approvalRequest('p', 'a'), approvalResponse('p'))
  expect(kinds).not.toContain('approvalSecurityState')
})

test('an answer whose request is not in the list is security state', () => {
  expect(kindsOf(assistant(), approvalResponse('p'))[1]).toBe('approvalSecurityState')
})

test('a list without approvals is the same list', () => {
  const { entries } = snapshotOf([user(), ...exchange('a')])
  expect(nameApprovals(entries)).toBe(entries)
})
