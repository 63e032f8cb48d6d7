import { describe, expect, test } from 'vitest'
import { utf8Bytes } from '../../../src/context/measure.ts'
import type { MessageReading, Piece } from '../../../src/context/reading.ts'
import { aiSdk } from '../../../src/dialects/ai-sdk/index.ts'
import { readEntry } from '../../../src/dialects/ai-sdk/read-entry.ts'

const read = (role: string, ...content: readonly unknown[]): MessageReading => readEntry({ role, content })
const output = (value: unknown): MessageReading =>
  read('tool', { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: value })

describe('text and options', () => {
  test('a system message is its text', () => {
    expect(readEntry({ role: 'system', content: 'be brief' })).toMatchObject({
      role: 'system',
      plainText: 'be brief',
      pieces: [{ type: 'text', text: 'be brief' }],
    })
  })

  test('a text part counts in full where the provider stores it under an id', () => {
    const part = { type: 'text', text: 'stored', providerOptions: { openai: { itemId: 'msg_1' } } }
    expect(read('assistant', part).pieces).toEqual([{ type: 'text', text: 'stored' }])
  })

  test('a cache mark is counted once a place, and not measured', () => {
    const cacheControl = { type: 'ephemeral' }
    const marked = readEntry({
      role: 'user',
      content: [
        { type: 'text', text: 'a', providerOptions: { anthropic: { cacheControl } } },
        {
          type: 'text',
          text: 'b',
          providerOptions: { anthropic: { cacheControl }, bedrock: { cachePoint: { type: 'default' } } },
        },
        { type: 'text', text: 'c', providerOptions: { anthropic: { cacheControl: undefined } } },
      ],
      providerOptions: { openai: { promptCacheBreakpoint: { mode: 'explicit' } } },
    })
    expect(marked).toMatchObject({ cacheMarks: 3, plainText: 'abc' })
    expect(utf8Bytes.estimate(marked)).toBe(3)
  })

  test('signatures, encrypted content and what else may reach the model is opaque text', () => {
    const signed = {
      type: 'reasoning',
      text: 'hm',
      providerOptions: { anthropic: { signature: 'sealed' }, google: { thought: true, title: { a: 1 } } },
    }
    expect(read('assistant', signed).pieces).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'opaque', text: 'sealed' },
      { type: 'opaque', text: '{"a":1}' },
    ])
  })

  test('content of a message without any is empty', () => {
    expect(read('assistant')).toMatchObject({ empty: true, reasoningOnly: false })
    expect(read('assistant', { type: 'text', text: '' })).toMatchObject({ empty: true })
  })

  test('reasoning alone is told from reasoning with text or a call', () => {
    const reasoning = {
      type: 'reasoning',
      text: '',
      providerOptions: { openai: { reasoningEncryptedContent: 'x' } },
    }
    const file = { type: 'reasoning-file', data: { type: 'data', data: 'aGVsbG8=' }, mediaType: 'image/png' }
    expect(read('assistant', reasoning, file).reasoningOnly).toBe(true)
    expect(read('assistant', reasoning, { type: 'text', text: 'so' }).reasoningOnly).toBe(false)
    expect(
      read('assistant', reasoning, { type: 'tool-call', toolCallId: 'a', toolName: 'b', input: {} })
        .reasoningOnly,
    ).toBe(false)
  })
})

describe('compaction', () => {
  test.each([
    [
      'a custom part',
      { type: 'custom', kind: 'openai.compaction', providerOptions: { openai: { encryptedContent: 'x' } } },
    ],
    ['a custom part without content', { type: 'custom', kind: 'anthropic.compaction' }],
    [
      'an Anthropic text part',
      { type: 'text', text: 'x', providerOptions: { anthropic: { type: 'compaction' } } },
    ],
  ])('%s is recognised and measured', (_, part) => {
    const compacted = read('assistant', part)
    expect(compacted.compaction).toBe(true)
    expect(utf8Bytes.estimate(compacted)).toBeGreaterThan(0)
  })

  test('other custom parts are none', () => {
    expect(read('assistant', { type: 'custom', kind: 'openai.memory' })).toMatchObject({ compaction: false })
  })
})

describe('files', () => {
  const image = (base64Length: number): Piece => ({
    type: 'file',
    mediaType: 'image/png',
    base64Length,
    head: expect.any(String),
  })

  test.each<[string, unknown, Piece]>([
    ['bytes', new Uint8Array(5), image(8)],
    ['no bytes', new Uint8Array(0), image(0)],
    ['a slice of a buffer', new Uint8Array(new ArrayBuffer(100), 10, 5), image(8)],
    ['a buffer', new ArrayBuffer(5), image(8)],
    ['base64', 'aGVsbG8=', image(8)],
    ['tagged bytes', { type: 'data', data: new Uint8Array(5) }, image(8)],
    ['tagged base64', { type: 'data', data: 'aGVsbG8=' }, image(8)],
    ['a data URL', 'data:image/png;base64,aGVsbG8=', image(8)],
    ['a data URL object', new URL('data:image/png;base64,aGVsbG8='), image(8)],
    ['a data URL without a type', 'data:;base64,aGVsbG8=', image(8)],
    ['a URL', new URL('https://a.example/b.png'), { type: 'opaque', text: 'https://a.example/b.png' }],
    ['an address', 'https://a.example/b.png', { type: 'opaque', text: 'https://a.example/b.png' }],
    [
      'a tagged URL',
      { type: 'url', url: new URL('https://a.example/b') },
      { type: 'opaque', text: 'https://a.example/b' },
    ],
    [
      'a URL whose spelling matters',
      { type: 'url', url: new URL('s3://B/c'), originalUrl: 's3://B/c?' },
      { type: 'opaque', text: 's3://B/c?' },
    ],
    [
      'a reference',
      { type: 'reference', reference: { openai: 'f1' } },
      { type: 'opaque', text: '{"openai":"f1"}' },
    ],
    ['inline text', { type: 'text', text: 'hello' }, { type: 'opaque', text: 'hello' }],
    ['text that is no base64', 'héllo', { type: 'opaque', text: 'héllo' }],
    ['nothing', undefined, { type: 'opaque', text: 'null' }],
    ['an unknown form', { type: 'later', at: 1 }, { type: 'opaque', text: '{"type":"later","at":1}' }],
  ])('%s', (_, data, piece) => {
    const part = { type: 'file', data, mediaType: 'image/png' }
    const file = read('user', { type: 'text', text: 'see' }, part)
    expect(file.pieces).toEqual([{ type: 'text', text: 'see' }, piece])
    expect(file.plainText).toBeUndefined()
  })
})

describe('calls and results', () => {
  test('an input is measured as its JSON, or as the text that it is', () => {
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 'look' }
    expect(read('assistant', { ...call, input: { a: [1] } }).pieces).toContainEqual({
      type: 'callArguments',
      text: '{"a":[1]}',
    })
    expect(read('assistant', { ...call, input: '{"a"' })).toMatchObject({
      pieces: expect.arrayContaining([{ type: 'callArguments', text: '{"a"' }]),
      links: [{ type: 'call', key: 'c', id: 'c', name: 'look', argumentsAreJson: false }],
    })
    expect(read('assistant', call).links).toMatchObject([{ argumentsAreJson: true, providerExecuted: false }])
  })

  test('a call of the provider and its inline result stand in their order', () => {
    const message = {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 's', toolName: 'web', input: {}, providerExecuted: true },
        { type: 'tool-result', toolCallId: 's', toolName: 'web', output: { type: 'text', value: 'found' } },
        { type: 'text', text: 'so' },
      ],
    }
    expect(readEntry(message).links).toMatchObject([
      { type: 'call', key: 's', providerExecuted: true },
      { type: 'result', key: 's', text: 'found', elidable: false },
    ])
    expect(aiSdk().elide(message, [0], 'gone')).toEqual(message)
    expect(aiSdk().keepResults(message, () => false)).toEqual({
      role: 'assistant',
      content: [message.content[0], message.content[2]],
    })
  })

  test.each<[string, unknown, string | undefined]>([
    ['text', { type: 'text', value: 'hello' }, 'hello'],
    ['error text', { type: 'error-text', value: 'failed' }, 'failed'],
    ['JSON', { type: 'json', value: { a: 1 } }, '{"a":1}'],
    ['a JSON string', { type: 'json', value: 'hello' }, 'hello'],
    ['JSON null', { type: 'json', value: null }, 'null'],
    ['error JSON', { type: 'error-json', value: ['a'] }, '["a"]'],
    [
      'text items',
      {
        type: 'content',
        value: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      'ab',
    ],
    ['no items', { type: 'content', value: [] }, ''],
    [
      'items with a file',
      { type: 'content', value: [{ type: 'media', data: 'aGVsbG8=', mediaType: 'image/png' }] },
      undefined,
    ],
    ['an unknown type', { type: 'later' }, undefined],
    ['nothing', undefined, undefined],
  ])('the text of a result: %s', (_, value, text) => {
    expect(output(value).links).toEqual([{ type: 'result', key: 'c', text, elidable: true }])
  })

  test('files in a result count at their base64 length, in each form of the specifications', () => {
    const { pieces } = output({
      type: 'content',
      value: [
        { type: 'media', data: 'aGVsbG8=', mediaType: 'image/png' },
        { type: 'image-data', data: 'aGVsbG8=', mediaType: 'image/png' },
        { type: 'file', data: { type: 'data', data: new Uint8Array(5) }, mediaType: 'image/png' },
        { type: 'image-url', url: 'https://a.example/' },
        { type: 'file-id', fileId: 'f1', providerOptions: { anthropic: { cacheControl: {} } } },
      ],
    })
    const file = { type: 'file', mediaType: 'image/png', base64Length: 8, head: expect.any(String) }
    expect(pieces.slice(2)).toEqual([
      file,
      file,
      file,
      { type: 'opaque', text: 'https://a.example/' },
      { type: 'opaque', text: '{"type":"file-id","fileId":"f1"}' },
    ])
  })

  test('a denial is measured as the providers word it, and stays a denial', () => {
    const denied = output({ type: 'execution-denied' })
    expect(denied.pieces).toContainEqual({ type: 'resultContent', text: 'Tool call execution denied.' })
    expect(denied.links).toMatchObject([{ elidable: false }])
    const message = {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'c', toolName: 'look', output: { type: 'execution-denied' } },
      ],
    }
    expect(aiSdk().elide(message, [0], 'gone')).toEqual(message)
  })

  test('one of two results is elided or dropped, approvals stay', () => {
    const part = (toolCallId: string): object => ({
      type: 'tool-result',
      toolCallId,
      toolName: 'look',
      output: { type: 'json', value: { of: toolCallId } },
      providerOptions: { anthropic: { cacheControl: {} } },
    })
    const approval = { type: 'tool-approval-response', approvalId: 'ap', approved: true }
    const message = { role: 'tool', content: [part('a'), approval, part('b')] as { type: string }[] } // as the SDK types it
    expect(aiSdk().elide(message, [1], 'gone').content).toEqual([
      part('a'),
      approval,
      { ...part('b'), output: { type: 'text', value: 'gone' } },
    ])
    expect(aiSdk().keepResults(message, (result) => result === 1)?.content).toEqual([approval, part('b')])
    expect(aiSdk().keepResults(message, () => false)?.content).toEqual([approval])
  })

  test('open calls are answered in one message', () => {
    const links = read(
      'assistant',
      { type: 'tool-call', toolCallId: 'a', toolName: 'x', input: {} },
      { type: 'tool-call', toolCallId: 'b', toolName: 'y', input: {} },
    ).links.filter((link) => link.type === 'call')
    const result = (toolCallId: string, toolName: string): object => ({
      type: 'tool-result',
      toolCallId,
      toolName,
      output: { type: 'text', value: 'no result' },
    })
    expect(aiSdk().answerCalls(links, 'no result')).toEqual([
      { role: 'tool', content: [result('a', 'x'), result('b', 'y')] },
    ])
  })
})

describe('approvals', () => {
  test('a request names its call, a response only the request', () => {
    const request = { type: 'tool-approval-request', approvalId: 'ap', toolCallId: 'c' }
    const response = { type: 'tool-approval-response', approvalId: 'ap', approved: false, reason: 'no' }
    expect(read('assistant', request).approvalRequests).toEqual([{ approvalId: 'ap', key: 'c' }])
    const answered = read('tool', response)
    expect(answered).toMatchObject({ approvalResponses: ['ap'], links: [], empty: false })
    expect(answered.pieces).toEqual([{ type: 'opaque', text: JSON.stringify(response) }])
  })
})
