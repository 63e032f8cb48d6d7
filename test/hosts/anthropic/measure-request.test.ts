import { expect, test } from 'vitest'
import { measureRequest } from '../../../src/hosts/anthropic/measure-request.ts'
import { plimsollOf, watchRun } from '../ai-sdk/watch-run.ts'
import { ask, connect } from './connect.ts'

const messages = [{ role: 'user', content: 'not measured here' }]

test('a request of messages alone carries nothing beside them', () => {
  expect(measureRequest({ messages })).toEqual([])
  expect(measureRequest({ messages, system: '', tools: [], output_config: { effort: 'low' } })).toEqual([''])
})

test('a system prompt counts, as a text and as blocks', () => {
  expect(measureRequest({ messages, system: 'Be brief.' })).toEqual(['Be brief.'])
  const system = [
    { type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } },
    { type: 'text', text: 'Cite.', citations: [{ cited_text: 'x' }] },
  ]
  expect(measureRequest({ messages, system })).toEqual(['Be brief.', 'Cite.', '[{"cited_text":"x"}]'])
})

test('a tool counts with its name, description, schema and examples, but not with its settings', () => {
  const tool = {
    type: 'custom',
    name: 'look',
    description: 'Looks around.',
    input_schema: { type: 'object' },
    input_examples: [{ far: true }],
    cache_control: { type: 'ephemeral' },
    strict: true,
    defer_loading: false,
  }
  const texts = ['look', 'Looks around.', '{"type":"object"}', '[{"far":true}]']
  expect(measureRequest({ messages, tools: [tool] })).toEqual(texts)
})

test('a tool of the server counts with its type and arguments', () => {
  const tool = { type: 'web_search_20260318', name: 'web_search', max_uses: 5, allowed_domains: ['a.test'] }
  expect(measureRequest({ messages, tools: [tool] })).toEqual([
    'web_search_20260318',
    'web_search',
    '5',
    '["a.test"]',
  ])
})

test('the schema of an output format counts, in its old place and its new one', () => {
  const format = { type: 'json_schema', schema: { type: 'string' } }
  expect(measureRequest({ messages, output_config: { format } })).toEqual(['{"type":"string"}'])
  expect(measureRequest({ messages, output_format: format })).toEqual(['{"type":"string"}'])
})

test('the tool that is asked for and instructions to the server count', () => {
  const body = {
    messages,
    tool_choice: { type: 'tool', name: 'look' },
    context_management: { edits: [{ type: 'compact_20260112', instructions: 'Keep names.' }, {}] },
    compaction: { type: 'summarize', instructions: 'Be brief.' },
  }
  expect(measureRequest(body)).toEqual(['look', 'Keep names.', 'Be brief.'])
})

test('what has no such shape is left out', () => {
  const nothing = { system: 1, tools: 'x', tool_choice: 'x', output_config: null, output_format: 1 }
  expect(
    measureRequest({ messages, ...nothing, context_management: { edits: {} }, compaction: null }),
  ).toEqual([])
  expect(measureRequest({ messages, tools: [null, 'x', { name: 'look', description: null }] })).toEqual([
    'look',
  ])
})

test('all of it is request overhead', async () => {
  const watched = watchRun(plimsollOf())
  const { client } = await connect([], { watched })
  const tool = { name: 'look', description: 'Looks.', input_schema: { type: 'object' as const } }
  await client.messages.create({ ...ask('Hi.'), system: 'Be brief.', tools: [tool] })
  const size = 'Be brief.look'.length + 'Looks.'.length + '{"type":"object"}'.length
  const overhead = { category: 'requestOverhead', size, entryCount: 0 }
  expect(watched.composed[0]?.categories).toContainEqual(overhead)
  expect(watched.composed[0]?.finalSize).toBe(size + 'Hi.'.length)
})
