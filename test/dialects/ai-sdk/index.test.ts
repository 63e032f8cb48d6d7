import { expect, test } from 'vitest'
import { type AiSdkMessage, aiSdk } from '../../../src/dialects/ai-sdk/index.ts'
import { describeDialect } from '../../contracts/dialect-contract.ts'

const result = (id: string, output: unknown): unknown => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'look',
  output,
})

describeDialect<AiSdkMessage>({
  dialect: aiSdk(),
  user: (text) => message('user', [{ type: 'text', text }]),
  part: (part) => message('user', [part]),
  calls: (calls) =>
    message(
      'assistant',
      calls.map(({ id, name, input }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input })),
    ),
  results: (results) => [
    message(
      'tool',
      results.map(({ id, name, text }) => ({
        type: 'tool-result',
        toolCallId: id,
        toolName: name,
        output: { type: 'text', value: text },
      })),
    ),
  ],
  wordy: [
    { role: 'system', content: 'word-1.' },
    message('user', [
      {
        type: 'text',
        text: 'word-2.',
        providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      },
      { type: 'file', filename: 'word-3.', data: { type: 'text', text: 'word-4.' }, mediaType: 'text/plain' },
      { type: 'file', data: { type: 'reference', reference: { openai: 'word-5.' } }, mediaType: 'image/png' },
      { type: 'file', data: { type: 'url', url: 'https://example.org/word-6.' }, mediaType: 'image/png' },
      { type: 'file', data: new URL('https://example.org/word-7.'), mediaType: 'image/png' },
      { type: 'later', note: 'word-8.', providerOptions: { one: { signature: 'word-9.' } } },
    ]),
    message('assistant', [
      { type: 'reasoning', text: 'word-10.', providerOptions: { anthropic: { signature: 'word-11.' } } },
      {
        type: 'reasoning',
        text: '',
        providerOptions: { openai: { itemId: 'rs_1', reasoningEncryptedContent: 'word-12.' } },
      },
      {
        type: 'custom',
        kind: 'openai.word-13.',
        providerOptions: { openai: { encryptedContent: 'word-14.' } },
      },
      {
        type: 'tool-call',
        toolCallId: 'word-15.',
        toolName: 'word-16.',
        input: { a: 'word-17.' },
        providerOptions: { google: { thoughtSignature: 'word-18.' } },
      },
      { type: 'tool-call', toolCallId: 'word-19.', toolName: 'word-20.', input: 'word-21.' },
      { type: 'tool-approval-request', approvalId: 'word-22.', toolCallId: 'word-23.' },
      {
        type: 'tool-result',
        toolCallId: 'word-24.',
        toolName: 'word-25.',
        output: { type: 'text', value: 'word-26.' },
      },
    ]),
    message('tool', [
      { type: 'tool-approval-response', approvalId: 'word-27.', approved: true, reason: 'word-28.' },
      result('word-29.', { type: 'error-text', value: 'word-30.' }),
      result('word-31.', { type: 'json', value: { a: ['word-32.'] } }),
      result('word-33.', { type: 'error-json', value: 'word-34.' }),
      result('word-35.', { type: 'execution-denied', reason: 'word-36.' }),
      result('word-37.', { type: 'later', value: 'word-38.' }),
      result('word-39.', 'word-40.'),
      result('word-41.', {
        type: 'content',
        value: [
          { type: 'text', text: 'word-42.' },
          { type: 'file-url', url: 'https://example.org/word-43.' },
          { type: 'file-id', fileId: 'word-44.' },
          { type: 'custom', providerOptions: { one: { blob: 'word-45.' } } },
          { type: 'file-data', data: 'aGVsbG8=', mediaType: 'text/plain', filename: 'word-46.' },
        ],
      }),
    ]),
  ],
  shapes: [
    message('user', [{ type: 'file', data: new Uint8Array([1, 2, 3, 4]), mediaType: 'image/png' }]),
    message('user', [
      { type: 'file', data: { type: 'data', data: Buffer.from('hello') }, mediaType: 'image/png' },
    ]),
    message('user', [{ type: 'file', data: new URL('https://a.example/'), mediaType: 'image/png' }]),
  ],
})

test('the rules are those of the model provider', () => {
  expect(aiSdk({ provider: 'anthropic.messages' }).rules.provider).toBe('anthropic')
  expect(aiSdk().rules.provider).toBe('compatible')
})

function message(role: string, content: readonly unknown[]): AiSdkMessage {
  return { role, content: content as AiSdkMessage['content'] } // parts that the type doesn't know are part of the test
}
