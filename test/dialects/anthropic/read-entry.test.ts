import { describe, expect, test } from 'vitest'
import { utf8Bytes } from '../../../src/context/measure.ts'
import { readEntry } from '../../../src/dialects/anthropic/read-entry.ts'

const thinking = { type: 'thinking', thinking: 'hm', signature: 'sealed' }
const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 1 } }
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'seen' }
const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'boats' } }
const text = { type: 'text', text: 'so' }

const ofAssistant = (...content: unknown[]): ReturnType<typeof readEntry> =>
  readEntry({ role: 'assistant', content })
const ofUser = (...content: unknown[]): ReturnType<typeof readEntry> => readEntry({ role: 'user', content })

describe('roles', () => {
  test.each([
    ['system', 'system'],
    ['user', 'user'],
    ['assistant', 'assistant'],
    ['tool', 'other'],
    ['constructor', 'other'],
    [undefined, 'other'],
  ])('%s is read as %s', (role, expected) => {
    expect(readEntry({ role, content: 'hello' }).role).toBe(expected)
  })

  test('a user message with results is the tools message, with the text beside them', () => {
    const read = ofUser(result, text)
    expect(read).toMatchObject({ role: 'tool', plainText: undefined })
    expect(read.pieces).toEqual([
      { type: 'resultId', text: 'toolu_1' },
      { type: 'resultContent', text: 'seen' },
      { type: 'text', text: 'so' },
    ])
  })

  test('an assistant message with results of the provider is still the assistant message', () => {
    expect(ofAssistant({ type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1' }).role).toBe('assistant')
  })
})

describe('content', () => {
  test('a string is plain text', () => {
    expect(readEntry({ role: 'user', content: 'hello' })).toMatchObject({
      pieces: [{ type: 'text', text: 'hello' }],
      plainText: 'hello',
    })
  })

  test('text blocks are plain text together, cache marks are counted and not measured', () => {
    const marked = { type: 'text', text: 'one ', cache_control: { type: 'ephemeral' } }
    const read = ofUser(marked, { type: 'text', text: 'two', cache_control: null, citations: null })
    expect(read).toMatchObject({ plainText: 'one two', cacheMarks: 1 })
    expect(utf8Bytes.estimate(read)).toBe(7)
  })

  test('citations are measured in their encoded form, an empty list of them is nothing', () => {
    const citations = [{ type: 'char_location', cited_text: 'two' }]
    expect(ofAssistant({ type: 'text', text: 'one', citations }).pieces).toEqual([
      { type: 'text', text: 'one' },
      { type: 'opaque', text: JSON.stringify(citations) },
    ])
    expect(ofAssistant({ type: 'text', text: 'one', citations: [] }).plainText).toBe('one')
  })

  test('images and documents count at their base64 length, at their address, or as their text', () => {
    const read = ofUser(
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' } },
      { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'aGVsbG8=' } },
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'page' } },
      { type: 'document', source: { type: 'file', file_id: 'file_1' }, citations: { enabled: true } },
    )
    expect(read.pieces).toEqual([
      { type: 'file', mediaType: 'image/png', base64Length: 8, head: expect.any(String) },
      { type: 'opaque', text: 'https://example.org/a.png' },
      { type: 'file', mediaType: 'application/pdf', base64Length: 8, head: expect.any(String) },
      { type: 'opaque', text: 'page' },
      { type: 'opaque', text: 'file_1' },
    ])
  })

  test('a block that lacks what its type promises is opaque in full', () => {
    for (const block of [
      { type: 'text', body: 'x' },
      { type: 'image', source: { type: 'cloud' } },
      { type: 'document', source: 'x' },
      { type: 'search_result', content: 'x'.length },
    ]) {
      expect(ofUser(block).pieces).toEqual([{ type: 'opaque', text: JSON.stringify(block) }])
    }
  })

  test('an unknown block is measured without its cache mark', () => {
    const read = ofUser({ type: 'hologram', depth: 3, cache_control: { type: 'ephemeral' } })
    expect(read.pieces).toEqual([{ type: 'opaque', text: '{"type":"hologram","depth":3}' }])
    expect(read.cacheMarks).toBe(1)
  })

  test.each([
    ['an empty string', ''],
    ['nothing', undefined],
    ['an empty list', []],
    ['an empty text block', [{ type: 'text', text: '' }]],
  ])('an assistant message with %s is empty', (_, content) => {
    expect(readEntry({ role: 'assistant', content })).toMatchObject({ empty: true, reasoningOnly: false })
  })

  test('what a message has from its response is not measured', () => {
    const response = { id: 'msg_1', type: 'message', model: 'm', stop_reason: 'end_turn', usage: {} }
    expect(readEntry({ ...response, role: 'assistant', content: [text] })).toMatchObject({ plainText: 'so' })
  })
})

describe('compaction', () => {
  test('a compaction block is recognised and measured', () => {
    const block = { type: 'compaction', content: 'All that was.' }
    const read = ofAssistant(block, text)
    expect(read.compaction).toBe(true)
    expect(utf8Bytes.estimate(read)).toBe(JSON.stringify(block).length + 2)
  })

  test('a failed compaction is none', () => {
    expect(ofAssistant({ type: 'compaction', content: null }, text).compaction).toBe(false)
  })
})

describe('thinking', () => {
  test('is reasoning with a signature', () => {
    expect(ofAssistant(thinking).pieces).toEqual([
      { type: 'reasoning', text: 'hm' },
      { type: 'opaque', text: '"sealed"' },
    ])
  })

  test('alone is reasoning only, also when it is redacted', () => {
    expect(ofAssistant(thinking, { type: 'redacted_thinking', data: 'x' })).toMatchObject({
      reasoningOnly: true,
      empty: false,
    })
  })

  test.each([
    ['text', text],
    ['a call', call],
    ['a call of the provider', search],
    ['a compaction', { type: 'compaction', content: 'x' }],
  ])('with %s is more', (_, block) => {
    expect(ofAssistant(thinking, block).reasoningOnly).toBe(false)
  })
})

describe('calls', () => {
  test('the input is measured as its JSON', () => {
    const read = ofAssistant(call)
    expect(read.pieces).toEqual([
      { type: 'callId', text: 'toolu_1' },
      { type: 'callName', text: 'look' },
      { type: 'callArguments', text: '{"at":1}' },
    ])
    expect(read.links).toEqual([
      {
        type: 'call',
        key: 'toolu_1',
        id: 'toolu_1',
        name: 'look',
        providerExecuted: false,
        argumentsAreJson: true,
      },
    ])
  })

  test.each([
    ['tool_use', false],
    ['server_tool_use', true],
    ['mcp_tool_use', true],
  ])('%s: run by the provider is %s', (type, providerExecuted) => {
    expect(ofAssistant({ ...call, type }).links).toMatchObject([{ type: 'call', providerExecuted }])
  })
})

describe('results', () => {
  test('one whose blocks are all text has a text', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]
    expect(ofUser({ ...result, content }).links).toEqual([
      { type: 'result', key: 'toolu_1', text: 'ab', elidable: true },
    ])
  })

  test.each([
    ['an image', [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGVsbG8=' } }]],
    ['a reference to a tool', [{ type: 'tool_reference', tool_name: 'look' }]],
  ])('one with %s has none', (_, content) => {
    expect(ofUser({ ...result, content }).links).toMatchObject([{ text: undefined, elidable: true }])
  })

  test('one without content is an empty text', () => {
    expect(ofUser({ type: 'tool_result', tool_use_id: 'toolu_1' }).links).toMatchObject([{ text: '' }])
  })

  test.each([
    'web_search_tool_result',
    'web_fetch_tool_result',
    'code_execution_tool_result',
    'mcp_tool_result',
    'later_tool_result',
  ])('%s answers a call of the provider and is never elidable', (type) => {
    const { links } = ofAssistant(search, {
      type,
      tool_use_id: 'srvtoolu_1',
      content: [{ type: 'text', text: 'x' }],
    })
    expect(links).toMatchObject([
      { type: 'call', key: 'srvtoolu_1', providerExecuted: true },
      { type: 'result', key: 'srvtoolu_1', text: 'x', elidable: false },
    ])
  })
})

test('an assistant message goes on in the next one, for the API makes one turn of both', () => {
  for (const content of [[thinking], [search], [call], 'so', []]) {
    expect(readEntry({ role: 'assistant', content }).continues).toBe(true)
  }
  expect(ofUser(result).continues).toBe(false)
  expect(ofUser(text).continues).toBe(false)
})
