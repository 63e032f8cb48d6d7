import { describe, expect, test } from 'vitest'
import { utf8Bytes } from '../../../src/context/measure.ts'
import type { MessageReading } from '../../../src/context/reading.ts'
import { openaiChat } from '../../../src/dialects/openai-chat/index.ts'
import { readEntry } from '../../../src/dialects/openai-chat/read-entry.ts'

const call = (id: string, fields: object = {}): object => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: '{}' },
  ...fields,
})

describe('roles', () => {
  test.each([
    ['system', 'system'],
    ['developer', 'system'],
    ['user', 'user'],
    ['assistant', 'assistant'],
    ['tool', 'tool'],
    ['function', 'tool'],
    ['critic', 'other'],
    ['constructor', 'other'],
    [undefined, 'other'],
    [5, 'other'],
  ])('%s is read as %s', (role, expected) => {
    expect(readEntry({ role, content: 'hello' }).role).toBe(expected)
  })
})

describe('content', () => {
  test('a string is plain text', () => {
    expect(readEntry({ role: 'user', content: 'hello' })).toEqual(
      reading({ role: 'user', pieces: [{ type: 'text', text: 'hello' }], plainText: 'hello' }),
    )
  })

  test('text parts are plain text together, a cache mark on one of them is counted', () => {
    const content = [
      { type: 'text', text: 'one ', cache_control: { type: 'ephemeral' } },
      { type: 'text', text: 'two', prompt_cache_breakpoint: { mode: 'explicit' } },
    ]
    const read = readEntry({ role: 'user', content, cache_control: { type: 'ephemeral' } })
    expect(read).toMatchObject({ plainText: 'one two', cacheMarks: 3 })
    expect(utf8Bytes.estimate(read)).toBe(7)
  })

  test('null cache marks are none', () => {
    expect(readEntry({ role: 'user', content: 'a', cache_control: null }).cacheMarks).toBe(0)
  })

  test.each([
    ['an empty string', { content: '' }, ''],
    ['null', { content: null }, undefined],
    ['nothing', {}, undefined],
    ['an empty list', { content: [] }, undefined],
    ['an empty text part', { content: [{ type: 'text', text: '' }] }, undefined],
    ['no calls', { content: null, tool_calls: [] }, undefined],
    ['null calls', { content: null, tool_calls: null, function_call: null, refusal: null }, undefined],
    ['a name alone', { name: 'bob', content: null }, undefined],
  ])('an assistant message with %s is empty', (_, fields, plainText) => {
    const read = readEntry({ role: 'assistant', ...fields })
    expect(read).toMatchObject({ empty: true, reasoningOnly: false })
    expect(read.plainText).toBe(plainText)
  })

  test('a blank text is not empty', () => {
    expect(readEntry({ role: 'assistant', content: ' ' }).empty).toBe(false)
  })

  test('an inline image counts at its base64 length, a remote one as its address', () => {
    const read = readEntry({
      role: 'user',
      content: [
        { type: 'image_url', image_url: { url: 'data:image/png;base64,aGVsbG8=', detail: 'high' } },
        { type: 'image_url', image_url: 'https://example.org/a.png' },
      ],
    })
    expect(read.pieces).toEqual([
      { type: 'file', mediaType: 'image/png', base64Length: 8, head: expect.any(String) },
      { type: 'opaque', text: 'https://example.org/a.png' },
    ])
    expect(read.plainText).toBeUndefined()
  })

  test('audio and files count at their base64 length', () => {
    const read = readEntry({
      role: 'user',
      content: [
        { type: 'input_audio', input_audio: { data: 'aGVsbG8=', format: 'wav' } },
        { type: 'file', file: { file_data: 'data:application/pdf;base64,aGVsbG8=', filename: 'a.pdf' } },
        { type: 'image', mediaType: 'image/png', data: 'aGVsbG8=' },
      ],
    })
    expect(read.pieces).toEqual([
      { type: 'file', mediaType: 'audio/wav', base64Length: 8, head: expect.any(String) },
      { type: 'file', mediaType: 'application/pdf', base64Length: 8, head: expect.any(String) },
      { type: 'opaque', text: '"a.pdf"' },
      { type: 'file', mediaType: 'image/png', base64Length: 8, head: expect.any(String) },
    ])
  })

  test('a file that is named by its id is opaque', () => {
    const part = { type: 'file', file: { file_id: 'file-1' } }
    expect(readEntry({ role: 'user', content: [part] }).pieces).toEqual([
      { type: 'opaque', text: JSON.stringify(part) },
    ])
  })

  test('a part that lacks what its type promises is opaque in full', () => {
    const part = { type: 'text', body: 'hello', cache_control: {} }
    const read = readEntry({ role: 'user', content: [part] })
    expect(read.pieces).toEqual([{ type: 'opaque', text: JSON.stringify(part) }])
    expect(read.cacheMarks).toBe(1)
  })

  test('a provider compaction is recognised and measured', () => {
    const part = { type: 'compaction', data: 'sealed' }
    const read = readEntry({ role: 'assistant', content: [part, { type: 'text', text: 'done' }] })
    expect(read.compaction).toBe(true)
    expect(utf8Bytes.estimate(read)).toBe(JSON.stringify(part).length + 4)
  })

  test('fields that are not known are opaque, but not null and undefined ones', () => {
    const read = readEntry({ role: 'user', content: 'a', mood: { good: true }, parsed: null, id: undefined })
    expect(read.pieces).toEqual([
      { type: 'text', text: 'a' },
      { type: 'opaque', text: '{"good":true}' },
    ])
  })

  test('inherited fields are not sent and not measured', () => {
    const message = Object.create({ inherited: 'no' })
    expect(readEntry(Object.assign(message, { role: 'user', content: 'a' })).pieces).toHaveLength(1)
  })

  test('an author name is measured, and the message is still plain text', () => {
    const read = readEntry({ role: 'user', content: 'hello', name: 'ann' })
    expect(read.plainText).toBe('hello')
    expect(utf8Bytes.estimate(read)).toBe(8)
  })
})

describe('reasoning', () => {
  test.each([
    ['reasoning_content', { reasoning_content: 'hm', content: '' }],
    ['reasoning', { reasoning: 'hm', content: null }],
    ['reasoning_details', { reasoning_details: [{ text: 'hm' }] }],
    ['a reasoning part', { content: [{ type: 'reasoning', text: 'hm', signature: 'sealed' }] }],
    ['a thinking part', { content: [{ type: 'thinking', thinking: 'hm' }] }],
  ])('%s alone is reasoning only', (_, fields) => {
    const read = readEntry({ role: 'assistant', ...fields })
    expect(read).toMatchObject({ reasoningOnly: true, empty: false })
    expect(read.pieces[0]?.type).toBe('reasoning')
  })

  test.each([
    ['text', { content: 'so' }],
    ['a text part', { content: [{ type: 'text', text: 'so' }] }],
    ['a call', { tool_calls: [call('a')] }],
    ['a legacy call', { function_call: { name: 'f', arguments: '{}' } }],
    ['a refusal', { refusal: 'no' }],
  ])('reasoning with %s is more', (_, fields) => {
    expect(readEntry({ role: 'assistant', reasoning_content: 'hm', ...fields }).reasoningOnly).toBe(false)
  })

  test('a signature of a reasoning part is measured', () => {
    const part = { type: 'reasoning', text: 'hm', signature: 'sealed' }
    expect(readEntry({ role: 'assistant', content: [part] }).pieces).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'opaque', text: '"sealed"' },
    ])
  })
})

describe('calls', () => {
  test('arguments are measured as sent', () => {
    const read = readEntry({
      role: 'assistant',
      tool_calls: [call('call_1', { function: { name: 'look', arguments: '{ "at": 1 }' } })],
    })
    expect(read.pieces).toEqual([
      { type: 'callId', text: 'call_1' },
      { type: 'callName', text: 'look' },
      { type: 'callArguments', text: '{ "at": 1 }' },
    ])
  })

  test('text beside a call is no plain text of the message', () => {
    const message = { role: 'assistant', tool_calls: [call('a')] }
    expect(readEntry({ ...message, content: 'looking' }).plainText).toBeUndefined()
    expect(readEntry({ ...message, content: '' }).plainText).toBeUndefined()
  })

  test('ids that a gateway doubled pair with the plain ones, and stay as they are for answers', () => {
    const [doubled] = readEntry({ role: 'assistant', tool_calls: [call('call_1|fc_9')] }).links
    expect(doubled).toMatchObject({ key: 'call_1', id: 'call_1|fc_9' })
    expect(readEntry({ role: 'tool', tool_call_id: 'call_1', content: '' }).links).toMatchObject([
      { key: 'call_1' },
    ])
  })

  test.each([
    ['{"a":1}', true],
    ['[]', true],
    ['"text"', true],
    ['{"a":', false],
    ['', false],
    ['{"command": "kubectl "quoted""}', false],
  ])('arguments %s: JSON is %s', (text, expected) => {
    const { links } = readEntry({
      role: 'assistant',
      tool_calls: [call('a', { function: { name: 'f', arguments: text } })],
    })
    expect(links).toMatchObject([{ argumentsAreJson: expected }])
  })

  test('arguments as an object are measured as their JSON', () => {
    const body = { name: 'f', arguments: { a: 1 } }
    const read = readEntry({ role: 'assistant', tool_calls: [call('a', { function: body })] })
    expect(read.pieces).toContainEqual({ type: 'callArguments', text: '{"a":1}' })
    expect(read.links).toMatchObject([{ argumentsAreJson: true }])
  })

  test('the input of a custom tool is free text', () => {
    const custom = { id: 'a', type: 'custom', custom: { name: 'shell', input: 'ls -l' } }
    const read = readEntry({ role: 'assistant', tool_calls: [custom] })
    expect(read.pieces).toContainEqual({ type: 'callArguments', text: 'ls -l' })
    expect(read.links).toMatchObject([{ type: 'call', name: 'shell', argumentsAreJson: true }])
  })

  test('a signature beside a call is measured', () => {
    const signed = call('a', { extra_content: { google: { thought_signature: 'sealed' } } })
    expect(readEntry({ role: 'assistant', tool_calls: [signed] }).pieces).toContainEqual({
      type: 'opaque',
      text: '{"google":{"thought_signature":"sealed"}}',
    })
  })

  test('a legacy call and its answer pair by the name of the function', () => {
    const called = readEntry({
      role: 'assistant',
      content: null,
      function_call: { name: 'f', arguments: '{}' },
    })
    const answered = readEntry({ role: 'function', name: 'f', content: 'done' })
    expect(called.links).toMatchObject([{ type: 'call', key: 'f', id: '', name: 'f' }])
    expect(answered.links).toEqual([{ type: 'result', key: 'f', text: 'done', elidable: true }])
    const [link] = called.links
    const answers = link?.type === 'call' ? openaiChat().answerCalls([link], 'no result') : []
    expect(answers).toEqual([{ role: 'function', name: 'f', content: 'no result' }])
  })
})

describe('results', () => {
  test('a result whose parts are all text has a text', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]
    const read = readEntry({ role: 'tool', tool_call_id: 'x', content })
    expect(read.links).toEqual([{ type: 'result', key: 'x', text: 'ab', elidable: true }])
    expect(read.plainText).toBeUndefined()
  })

  test('a result with an image has none', () => {
    const content = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,aGVsbG8=' } }]
    const [link] = readEntry({ role: 'tool', tool_call_id: 'x', content }).links
    expect(link).toMatchObject({ text: undefined, elidable: true })
  })

  test('a mark that a result is an error is no content', () => {
    expect(readEntry({ role: 'tool', tool_call_id: 'x', content: 'y', is_error: true }).pieces).toHaveLength(
      2,
    )
  })

  test('an inline result stands behind its call and can not be elided', () => {
    const message = {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Searching.' },
        { type: 'tool-result', toolCallId: 'srv1', providerExecuted: true, text: '09 to 17' },
      ],
      tool_calls: [call('srv1', { providerExecuted: true })],
    }
    const { links } = readEntry(message)
    expect(links).toMatchObject([
      { type: 'call', key: 'srv1', providerExecuted: true },
      { type: 'result', key: 'srv1', text: '09 to 17', elidable: false },
    ])
    expect(openaiChat().elide(message, [0], 'gone')).toEqual(message)
    expect(openaiChat().keepResults(message, () => false)).toEqual({
      ...message,
      content: [{ type: 'text', text: 'Searching.' }],
    })
  })

  test('in a message of a tool is a part of what that tool gave', () => {
    const part = { type: 'tool-result', toolCallId: 'srv1', text: '09 to 17' }
    const message = { role: 'tool', tool_call_id: 'call_1', content: [part] }
    expect(readEntry(message).links).toMatchObject([{ type: 'result', key: 'call_1' }])
    expect(openaiChat().keepResults(message, () => false)).toBeUndefined()
    expect(openaiChat().elide(message, [0], 'gone')).toEqual({ ...message, content: 'gone' })
    const keys = { calls: new Map(), results: new Map([[0, 'call_2']]), approvalRequests: new Map() }
    expect(openaiChat().renameLinks(message, keys)).toEqual({ ...message, tool_call_id: 'call_2' })
  })

  test('a message keeps its call when its only part goes', () => {
    const message = {
      role: 'assistant',
      content: [{ type: 'tool-result', toolCallId: 'srv1', providerExecuted: true, text: 'x' }],
      tool_calls: [call('srv1', { providerExecuted: true })],
    }
    expect(openaiChat().keepResults(message, () => false)).toEqual({ ...message, content: null })
    expect(openaiChat().keepResults({ ...message, tool_calls: [] }, () => false)).toBeUndefined()
  })
})

describe('approvals', () => {
  test('requests name their call, responses only the request', () => {
    const content = [
      { type: 'tool-approval-request', approvalId: 'ap1', toolCallId: 'call_1|fc_1' },
      { type: 'tool-approval-request', approvalId: 'ap2' },
    ]
    const asked = readEntry({ role: 'assistant', content })
    expect(asked.approvalRequests).toEqual([
      { approvalId: 'ap1', key: 'call_1' },
      { approvalId: 'ap2', key: undefined },
    ])
    const answer = { type: 'tool-approval-response', approvalId: 'ap1' }
    const answered = readEntry({ role: 'user', content: [answer] })
    expect(answered).toMatchObject({ approvalResponses: ['ap1'], plainText: undefined, empty: false })
    expect(utf8Bytes.estimate(answered)).toBe(JSON.stringify(answer).length)
  })
})

function reading(fields: Partial<MessageReading>): MessageReading {
  return {
    role: 'other',
    pieces: [],
    links: [],
    approvalRequests: [],
    approvalResponses: [],
    plainText: undefined,
    reasoningOnly: false,
    continues: false,
    empty: false,
    compaction: false,
    cacheMarks: 0,
    ...fields,
  }
}
