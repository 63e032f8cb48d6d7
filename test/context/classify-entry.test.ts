import { expect, test } from 'vitest'
import { assignableKinds, isAssignableKind, structuralKind } from '../../src/context/classify-entry.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { assistant, calls, result, system, user } from '../support/messages.ts'
import { digestOf, referenceTo, snapshotOf } from '../support/snapshot-of.ts'

const kindOf = (message: OpenAIChatMessage) => structuralKind(snapshotOf([message]).at(0).reading)

test.each([
  ['a call', calls('a'), 'toolExchange'],
  ['a call with text beside it', { ...calls('a'), content: 'Let me look.' }, 'toolExchange'],
  ['a result', result('a'), 'toolExchange'],
  ['a result that is a reference', result('a', referenceTo(digestOf('1'))), 'toolExchange'],
  ['a tool message without a call id', { role: 'tool', content: '' }, 'toolExchange'],
  ['a request for approval', approval('tool-approval-request'), 'toolExchange'],
  ['an answer to a request for approval', approval('tool-approval-response'), 'toolExchange'],
  ['a system message', system(), 'systemInstruction'],
  ['a developer message', { role: 'developer', content: 'Be brief.' }, 'systemInstruction'],
  ['a system message that is a reference', system(referenceTo(digestOf('1'))), 'systemInstruction'],
  ['a text that is exactly a reference', user(referenceTo(digestOf('1'))), 'artifactReference'],
  ['a text with a reference in it', user(`See ${referenceTo(digestOf('1'))}`), undefined],
  ['a text', assistant(), undefined],
  ['an image', { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:' } }] }, undefined],
  ['a role that is not known', { role: 'narrator', content: 'Meanwhile' }, undefined],
])('structure makes %s what it is', (_, message, kind) => {
  expect(kindOf(message)).toBe(kind)
})

test('a host assigns five kinds, none of them structural', () => {
  expect(assignableKinds.every(isAssignableKind)).toBe(true)
  expect(
    [
      'toolExchange',
      'systemInstruction',
      'artifactReference',
      'recoverableSegment',
      'omissionNotice',
      '',
      1,
    ].some(isAssignableKind),
  ).toBe(false)
})

test('structure is asked before the host', () => {
  const { entries } = snapshotOf(
    [system(), calls('a'), result('a'), user(), user(referenceTo(digestOf('1')))],
    {
      classifier: () => 'optionalContext',
    },
  )
  expect(entries.map(({ kind }) => kind)).toEqual([
    'systemInstruction',
    'toolExchange',
    'toolExchange',
    'optionalContext',
    'artifactReference',
  ])
})

test('what nobody classifies is a conversational message', () => {
  expect(snapshotOf([user()]).at(0).kind).toBe('conversationalMessage')
  expect(snapshotOf([user()], { classifier: () => undefined }).at(0).kind).toBe('conversationalMessage')
})

function approval(type: string): OpenAIChatMessage {
  return { role: 'assistant', content: [{ type, approvalId: 'p1', toolCallId: 'a' }] }
}
