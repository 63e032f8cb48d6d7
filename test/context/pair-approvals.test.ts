import { expect, test } from 'vitest'
import { pairApprovals } from '../../src/context/pair-approvals.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { approvalRequest, approvalResponse, assistant, calls, result, user } from '../support/messages.ts'
import { snapshotOf } from '../support/snapshot-of.ts'

function approvals(...messages: readonly OpenAIChatMessage[]) {
  const { entries, snapshot } = snapshotOf(messages)
  const { links, pending, awaitsApproval } = pairApprovals(entries)
  return {
    links,
    pending: [...pending],
    waiting: snapshot.pairing.openCalls.filter(awaitsApproval).map(({ at }) => at),
  }
}

test('a request belongs to its call and to its answer', () => {
  expect(approvals(approvalRequest('p', 'a'), approvalResponse('p'))).toEqual({
    links: [
      [0, 0],
      [0, 1],
    ],
    pending: [],
    waiting: [],
  })
})

test('a request in a message of its own belongs to the nearest call before it', () => {
  expect(approvals(calls('a'), user(), calls('a'), approvalRequest('p', 'a', false))).toEqual({
    links: [[2, 3]],
    pending: [3],
    waiting: [2],
  })
})

test('a request belongs to the call of its key, also behind a result of that call', () => {
  expect(approvals(calls('a'), result('a'), approvalRequest('p', 'a', false)).links).toEqual([[0, 2]])
})

test('a request without an answer keeps its call waiting, and no other call of the same id', () => {
  expect(approvals(calls('0'), user(), approvalRequest('p', '0')).waiting).toEqual([2])
})

test('an answer goes to the nearest open request of its id', () => {
  expect(approvals(approvalRequest('p', 'a'), approvalRequest('p', 'b'), approvalResponse('p'))).toEqual({
    links: [
      [0, 0],
      [1, 1],
      [1, 2],
    ],
    pending: [0],
    waiting: [0],
  })
})

test('an answer without a request, and a request about no call, link nothing', () => {
  const aboutNothing: OpenAIChatMessage = {
    role: 'assistant',
    content: [{ type: 'tool-approval-request', approvalId: 'q' }],
  }
  expect(approvals(assistant(), approvalResponse('p'), aboutNothing)).toEqual({
    links: [],
    pending: [2],
    waiting: [],
  })
})
