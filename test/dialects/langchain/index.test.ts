import { expect, test } from 'vitest'
import { type LangChainMessage, langchain } from '../../../src/dialects/langchain/index.ts'
import { describeDialect } from '../../contracts/dialect-contract.ts'

class HostMessage implements LangChainMessage {
  readonly type = 'ai'
  readonly lc_kwargs: object
  constructor(readonly content: string) {
    this.lc_kwargs = { content }
  }
}

const loop: Record<string, unknown> = { type: 'human', content: 'round' }
Object.defineProperty(loop, 'self', { value: loop, enumerable: false })

type Calls = readonly { readonly id: string; readonly name: string; readonly input: object }[]
type Results = readonly { readonly id: string; readonly name: string; readonly text: string }[]

const parts = {
  dialect: langchain(),
  user: (text: string) => ({ type: 'human', content: text }),
  part: (part: unknown) => ({ type: 'human', content: [part] }),
  shapes: [
    new HostMessage('an instance'),
    loop as LangChainMessage, // with a cycle
    {
      type: 'human',
      content: [{ type: 'blob', bytes: new Uint8Array([1, 2, 3]), at: new URL('https://a.example/') }],
    },
    {
      type: 'human',
      get content() {
        return 'from an accessor'
      },
    },
  ],
  wordy: [
    { type: 'system', content: 'word-1.', name: 'word-2.', id: 'not counted' },
    {
      type: 'human',
      content: [
        { type: 'text', text: 'word-3.', cache_control: { type: 'ephemeral' }, extras: { more: 'word-4.' } },
        { type: 'image_url', image_url: { url: 'https://example.org/word-5.', detail: 'low' } },
        { type: 'image_url', image_url: 'https://example.org/word-6.' },
        { type: 'image', source_type: 'url', url: 'https://example.org/word-7.', metadata: { n: 'word-8.' } },
        { type: 'file', file: { file_data: 'aGVsbG8=', filename: 'word-9.' } },
        { type: 'document', source: { type: 'text', data: 'word-10.' }, title: 'word-11.' },
        { type: 'later', text: 'word-12.', more: ['word-13.'] },
        { type: 'mcp_approval_response', approval_request_id: 'word-14.', approve: true },
        'word-15.',
      ],
      additional_kwargs: { strange: 'word-16.' },
    },
    {
      type: 'ai',
      content: [
        { type: 'reasoning', reasoning: 'word-17.', extras: { signature: 'word-18.' } },
        { type: 'thinking', thinking: 'word-19.', signature: 'word-20.' },
        { type: 'redacted_thinking', data: 'word-21.' },
        { type: 'refusal', refusal: 'word-22.' },
        { type: 'text', text: 'word-23.', annotations: [{ title: 'word-24.' }], citations: [] },
        { type: 'tool_use', id: 'word-25.', name: 'word-26.', input: { a: 'word-27.' }, caller: 'word-28.' },
        { type: 'compaction', content: 'word-29.' },
      ],
      tool_calls: [
        { id: 'word-30.', name: 'word-31.', args: { a: 'word-32.' }, type: 'tool_call' },
        { id: 'word-33.', type: 'function', function: { name: 'word-34.', arguments: '{"a":"word-35."}' } },
      ],
      invalid_tool_calls: [{ id: 'word-36.', name: 'word-37.', args: '{word-38.' }],
      additional_kwargs: {
        function_call: { name: 'word-39.', arguments: 'word-40.' },
        reasoning_content: 'word-41.',
        reasoning: { id: 'rs', summary: [{ text: 'word-42.' }], encrypted_content: 'word-43.' },
        refusal: 'word-44.',
        audio: { id: 'word-45.' },
        tool_outputs: [{ type: 'web_search_call', action: { query: 'word-46.' } }],
      },
      response_metadata: { model_name: 'not counted', headers: { a: 'not counted' } },
      usage_metadata: { input_tokens: 3 },
      unknown: { deep: 'word-47.' },
      tool_call_id: 'word-48.',
    },
    {
      type: 'tool',
      tool_call_id: 'word-49.',
      content: 'word-50.',
      name: 'word-51.',
      status: 'error',
      artifact: { rows: 'not counted' },
    },
    { type: 'tool', tool_call_id: 'word-52.', content: [{ type: 'text', text: 'word-53.' }] },
    { type: 'function', name: 'word-54.', content: 'word-55.' },
    { type: 'generic', role: 'user', content: 'word-56.' },
    { type: 'human', content: { odd: 'word-57.' } },
    { type: 'ai', additional_kwargs: 'word-58.', content: '' },
  ],
}

describeDialect<LangChainMessage>({
  ...parts,
  calls: (calls: Calls) => ({
    type: 'ai',
    content: '',
    tool_calls: calls.map(({ id, name, input }) => ({ name, args: input, id, type: 'tool_call' })),
  }),
  results: (results: Results) =>
    results.map(({ id, text }) => ({ type: 'tool', tool_call_id: id, content: text })),
})

describeDialect<LangChainMessage>({
  ...parts,
  dialect: Object.freeze({ ...langchain(), name: 'langchain (stored)' }),
  calls: (calls: Calls) => ({
    type: 'ai',
    data: { content: '', tool_calls: calls.map(({ id, name, input }) => ({ name, args: input, id })) },
  }),
  results: (results: Results) =>
    results.map(({ id, text }) => ({ type: 'tool', data: { tool_call_id: id, content: text } })),
})

describeDialect<LangChainMessage>({
  ...parts,
  dialect: Object.freeze({ ...langchain(), name: 'langchain (constructor)' }),
  calls: (calls: Calls) => ({
    ...constructorOf('AIMessageChunk'),
    kwargs: { content: '', tool_calls: calls.map(({ id, name, input }) => ({ name, args: input, id })) },
  }),
  results: (results: Results) =>
    results.map(({ id, text }) => ({
      ...constructorOf('ToolMessage'),
      kwargs: { tool_call_id: id, content: text },
    })),
})

test('each provider has a frozen dialect with its own rules', () => {
  const providers = [
    ...(['compatible', 'openai', 'openaiResponses', 'anthropic'] as const),
    ...(['mistral', 'deepseek', 'gemini', 'bedrock'] as const),
  ]
  for (const provider of providers) {
    expect(langchain({ provider }).rules.provider).toBe(provider)
    expect(langchain({ provider }).rules).toBe(langchain({ provider }).rules)
  }
  expect(langchain().rules.provider).toBe('compatible')
})

test('a copy keeps the class of a message', () => {
  expect(langchain().copy(new HostMessage('hello'))).toBeInstanceOf(HostMessage)
})

function constructorOf(name: string) {
  return { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', name] }
}
