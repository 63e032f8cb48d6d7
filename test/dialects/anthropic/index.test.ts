import { describe, expect, test } from 'vitest'
import { type AnthropicMessage, anthropic } from '../../../src/dialects/anthropic/index.ts'
import { describeDialect } from '../../contracts/dialect-contract.ts'

const dialect = anthropic()

class HostMessage implements AnthropicMessage {
  readonly role = 'assistant'
  constructor(readonly content: string) {}
}

describeDialect<AnthropicMessage>({
  dialect,
  user: (text) => ({ role: 'user', content: text }),
  part: (part) => ({ role: 'user', content: [part] }),
  calls: (calls) => ({
    role: 'assistant',
    content: calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
  }),
  results: (results) => [
    {
      role: 'user',
      content: results.map(({ id, text }) => ({ type: 'tool_result', tool_use_id: id, content: text })),
    },
  ],
  wordy: [
    { role: 'system', content: 'word-1.' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'word-2.', cache_control: { type: 'ephemeral' } },
        { type: 'image', source: { type: 'url', url: 'https://example.org/word-3.' } },
        { type: 'image', source: { type: 'file', file_id: 'word-4.' }, transformations: ['word-5.'] },
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'word-6.' },
          title: 'word-7.',
          context: 'word-8.',
          citations: { enabled: true },
        },
        {
          type: 'document',
          source: {
            type: 'content',
            content: [
              { type: 'text', text: 'word-9.' },
              { type: 'odd', is: 'word-10.' },
            ],
          },
        },
        { type: 'document', source: { type: 'content', content: 'word-11.' } },
        { type: 'document', source: { type: 'later', place: 'word-12.' } },
        {
          type: 'search_result',
          source: 'word-13.',
          title: 'word-14.',
          content: [{ type: 'text', text: 'word-15.' }],
        },
        { type: 'container_upload', file_id: 'word-16.' },
        'word-17.',
      ],
    },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'word-18.', signature: 'word-19.' },
        { type: 'redacted_thinking', data: 'word-20.' },
        { type: 'text', text: 'word-21.', citations: [{ cited_text: 'word-22.' }] },
        {
          type: 'tool_use',
          id: 'word-23.',
          name: 'word-24.',
          input: { a: 'word-25.' },
          toolset_name: 'word-26.',
        },
        { type: 'server_tool_use', id: 'word-27.', name: 'web_search', input: { query: 'word-28.' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'word-29.',
          content: [{ type: 'web_search_result', encrypted_content: 'word-30.' }],
        },
        { type: 'mcp_tool_use', id: 'word-31.', name: 'word-32.', server_name: 'word-33.', input: {} },
        { type: 'mcp_tool_result', tool_use_id: 'word-34.', content: [{ type: 'text', text: 'word-35.' }] },
        {
          type: 'code_execution_tool_result',
          tool_use_id: 'word-36.',
          content: { type: 'code_execution_result', stdout: 'word-37.' },
        },
        { type: 'compaction', content: 'word-38.', signature: 'word-39.' },
        { type: 'later', note: 'word-40.', cache_control: { type: 'ephemeral' } },
      ],
      id: 'msg_1',
      usage: { output_tokens: 1 },
      unknown: { deep: 'word-41.' },
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'word-42.', content: 'word-43.', is_error: true },
        {
          type: 'tool_result',
          tool_use_id: 'word-44.',
          content: [
            { type: 'text', text: 'word-45.' },
            { type: 'tool_reference', tool_name: 'word-46.' },
            { type: 'document', source: { type: 'content', content: 'word-47.' } },
          ],
        },
        { type: 'tool_result', tool_use_id: 'word-48.', content: { odd: 'word-49.' } },
        { type: 'text', text: 'word-50.' },
      ],
    },
    { role: 'user', content: { odd: 'word-51.' } },
  ] as AnthropicMessage[], // with content that the type doesn't allow
  shapes: [
    new HostMessage('an instance'),
    {
      role: 'user',
      content: [{ type: 'blob', bytes: new Uint8Array([1, 2, 3]), at: new URL('https://a.example/') }],
    },
    { role: 'user' },
  ],
})

const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'boats' } }
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
const results: AnthropicMessage = {
  role: 'user',
  content: [
    {
      type: 'tool_result',
      tool_use_id: 'toolu_1',
      content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' } }],
      is_error: true,
      cache_control: { type: 'ephemeral' },
    },
    { type: 'tool_result', tool_use_id: 'toolu_2', content: 'seen' },
    { type: 'text', text: 'And now?' },
  ],
}

describe('elide', () => {
  test('replaces the content of the chosen results, and keeps id, error mark and cache mark', () => {
    expect(dialect.elide(results, [0], 'gone')).toEqual({
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'toolu_1',
          content: 'gone',
          is_error: true,
          cache_control: { type: 'ephemeral' },
        },
        { type: 'tool_result', tool_use_id: 'toolu_2', content: 'seen' },
        { type: 'text', text: 'And now?' },
      ],
    })
  })

  test('leaves what a tool of the provider gave', () => {
    const message = { role: 'assistant', content: [search, found] }
    expect(dialect.elide(message, [0], 'gone')).toEqual(message)
  })

  test('leaves a message that is all text', () => {
    expect(dialect.elide({ role: 'user', content: 'hello' }, [0], 'gone')).toEqual({
      role: 'user',
      content: 'hello',
    })
  })
})

describe('keepResults', () => {
  test('leaves the text beside results, which then is the message of the user', () => {
    const rest = dialect.keepResults(results, () => false)
    expect(rest).toEqual({ role: 'user', content: [{ type: 'text', text: 'And now?' }] })
    expect(rest && dialect.read(rest)).toMatchObject({ role: 'user', plainText: 'And now?' })
  })

  test('keeps the results that are asked for', () => {
    expect(dialect.keepResults(results, (result) => result === 1)?.content).toHaveLength(2)
  })

  test('takes a late result of the provider out of its message', () => {
    const message = { role: 'assistant', content: [found, { type: 'text', text: 'Three.' }] }
    expect(dialect.keepResults(message, () => false)?.content).toEqual([{ type: 'text', text: 'Three.' }])
  })
})

test('one user message answers all calls', () => {
  const links = dialect.read({
    role: 'assistant',
    content: [
      { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} },
      { type: 'tool_use', id: 'toolu_2', name: 'look', input: {} },
    ],
  }).links
  const calls = links.filter((link) => link.type === 'call')
  expect(dialect.answerCalls(calls, 'no result')).toEqual([
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'toolu_1', content: 'no result' },
        { type: 'tool_result', tool_use_id: 'toolu_2', content: 'no result' },
      ],
    },
  ])
})

test('a copy keeps the class of a message', () => {
  expect(dialect.copy(new HostMessage('hello'))).toBeInstanceOf(HostMessage)
})
