import { expect, test } from 'vitest'
import { gemini } from '../../src/dialects/gemini/index.ts'
import { openaiChat } from '../../src/dialects/openai-chat/index.ts'
import { type PiMessage, pi } from '../../src/dialects/pi/index.ts'

const piCall = { type: 'toolCall', id: 'a', name: 'look', arguments: {} }
const toolResult: PiMessage & { toolCallId: string } = {
  role: 'toolResult',
  toolCallId: 'b',
  content: [piCall],
}
const chatCall = { id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }

test.each([
  ['the user', pi().read({ role: 'user', content: [piCall] })],
  ['a tool', pi().read(toolResult)],
  ['the instructions', openaiChat().read({ role: 'system', content: 'Look.', tool_calls: [chatCall] })],
  ['a function', gemini().read({ role: 'function', parts: [{ functionCall: { name: 'look' } }] })],
])('a call in a message of %s is measured, and calls nobody', (_, { links, pieces }) => {
  expect(links.filter(({ type }) => type === 'call')).toEqual([])
  expect(pieces).toContainEqual({ type: 'callName', text: 'look' })
})

test('a tool asks for no approval', () => {
  const content = [{ type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' }]
  const reading = openaiChat().read({ role: 'tool', tool_call_id: 'b', content })
  expect(reading.approvalRequests).toEqual([])
})
