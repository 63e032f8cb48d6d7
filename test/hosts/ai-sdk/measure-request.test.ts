import { expect, test } from 'vitest'
import { measureRequest } from '../../../src/hosts/ai-sdk/measure-request.ts'

const prompt = [{ role: 'user', content: 'not measured here' }]

test('a request without tools and format carries nothing beside its prompt', () => {
  expect(measureRequest({ prompt })).toEqual([])
  expect(measureRequest({ prompt, tools: [], responseFormat: { type: 'text' } })).toEqual([])
})

test('a tool counts with its name, description, input schema and examples, but not with its settings', () => {
  const tool = {
    type: 'function',
    name: 'look',
    description: 'Looks around.',
    inputSchema: { type: 'object' },
    inputExamples: [{ input: { far: true } }],
    strict: true,
    providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
  }
  expect(measureRequest({ prompt, tools: [tool] })).toEqual([
    'look',
    'Looks around.',
    '{"type":"object"}',
    '[{"input":{"far":true}}]',
  ])
})

test.each(['provider', 'provider-defined'])('a tool of type %s counts with its id and arguments', (type) => {
  const tool = { type, id: 'openai.web_search', name: 'search', args: { depth: 2 } }
  expect(measureRequest({ prompt, tools: [tool] })).toEqual(['search', 'openai.web_search', '{"depth":2}'])
})

test('a response format counts with its schema, name and description', () => {
  const responseFormat = {
    type: 'json',
    name: 'place',
    description: 'Where it is.',
    schema: { type: 'string' },
  }
  expect(measureRequest({ prompt, responseFormat })).toEqual(['place', 'Where it is.', '{"type":"string"}'])
})

test('instructions in provider options count, other options do not', () => {
  const providerOptions = { openai: { instructions: 'Be brief.', store: false }, other: { mode: 'fast' } }
  expect(measureRequest({ prompt, providerOptions })).toEqual(['Be brief.'])
})

test('what is no tool and what has no JSON form is left out', () => {
  expect(measureRequest({ prompt, tools: [null, 'x', { name: 'look', inputSchema: undefined }] })).toEqual([
    'look',
  ])
  expect(measureRequest({ prompt, tools: 'x', providerOptions: 'x', responseFormat: null })).toEqual([])
})
