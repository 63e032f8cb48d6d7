import { expect, test } from 'vitest'
import { type OpenAIChatMessage, openaiChat } from '../../../src/dialects/openai-chat/index.ts'
import { describeDialect } from '../../contracts/dialect-contract.ts'

class HostMessage implements OpenAIChatMessage {
  readonly role = 'assistant'
  constructor(readonly content: string) {}
}

const loop: Record<string, unknown> = { role: 'user', content: 'round' }
Object.defineProperty(loop, 'self', { value: loop, enumerable: false })

describeDialect<OpenAIChatMessage>({
  dialect: openaiChat(),
  user: (text) => ({ role: 'user', content: text }),
  part: (part) => ({ role: 'user', content: [part] }),
  calls: (calls) => ({
    role: 'assistant',
    content: null,
    tool_calls: calls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    })),
  }),
  results: (results) => results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
  wordy: [
    { role: 'developer', content: 'word-1.', name: 'word-2.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'word-3.', cache_control: { type: 'ephemeral' } },
        { type: 'image_url', image_url: { url: 'https://example.org/word-4.' } },
        { type: 'file', file: { file_data: 'aGVsbG8=', filename: 'word-5.' } },
        { type: 'file', file: { file_id: 'word-6.' } },
        { type: 'later', text: 'word-7.', more: ['word-8.'] },
        'word-9.',
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'word-10.', signature: 'word-11.' },
        { type: 'thinking', thinking: 'word-12.' },
        { type: 'refusal', refusal: 'word-13.' },
        { type: 'tool-approval-request', approvalId: 'word-14.', toolCallId: 'word-15.' },
        {
          type: 'tool-result',
          toolCallId: 'word-16.',
          providerExecuted: true,
          text: 'word-17.',
          extra: 'word-18.',
        },
        { type: 'tool-result', toolCallId: 'word-19.', output: { value: 'word-20.' } },
        { type: 'compaction', data: 'word-21.' },
      ],
      reasoning_content: 'word-22.',
      reasoning: 'word-23.',
      reasoning_details: [{ text: 'word-24.' }],
      refusal: 'word-25.',
      audio: { id: 'word-26.' },
      function_call: { name: 'word-27.', arguments: 'word-28.' },
      tool_calls: [
        {
          id: 'word-29.',
          type: 'function',
          function: { name: 'word-30.', arguments: '{"a":"word-31."}', strange: 'word-32.' },
          extra_content: { thought_signature: 'word-33.' },
        },
        { id: 'word-34.', type: 'custom', custom: { name: 'word-35.', input: 'word-36.' } },
        { id: 'word-37.', type: 'remote', server: 'word-38.' },
        { id: 'word-39.', type: 'function', function: { name: 'word-40.', arguments: { a: 'word-41.' } } },
        'word-42.',
      ],
      tool_call_id: 'word-43.',
      unknown: { deep: 'word-44.' },
      name: 'word-45.',
    },
    { role: 'tool', tool_call_id: 'word-46.', content: 'word-47.', name: 'word-48.', is_error: true },
    { role: 'tool', tool_call_id: 'word-49.', content: [{ type: 'text', text: 'word-50.' }] },
    { role: 'function', name: 'word-51.', content: 'word-52.', tool_call_id: 'word-53.' },
    { role: 'user', content: { odd: 'word-54.' } },
    { role: 'assistant', function_call: 'word-55.', tool_calls: { odd: 'word-56.' } },
  ] as OpenAIChatMessage[], // with fields that the type doesn't name
  shapes: [
    new HostMessage('an instance'),
    loop as unknown as OpenAIChatMessage, // with a cycle
    {
      role: 'user',
      content: [{ type: 'blob', bytes: new Uint8Array([1, 2, 3]), at: new URL('https://a.example/') }],
    },
    {
      role: 'user',
      get content() {
        return 'from an accessor'
      },
    },
  ],
})

test('each provider has a frozen dialect with its own rules', () => {
  const providers = ['compatible', 'openai', 'mistral', 'deepseek', 'gemini', 'bedrock', 'anthropic'] as const
  for (const provider of providers) {
    expect(openaiChat({ provider }).rules.provider).toBe(provider)
    expect(openaiChat({ provider }).rules).toBe(openaiChat({ provider }).rules)
  }
  expect(openaiChat().rules.provider).toBe('compatible')
})

test('a copy keeps the class of a message', () => {
  expect(openaiChat().copy(new HostMessage('hello'))).toBeInstanceOf(HostMessage)
})
