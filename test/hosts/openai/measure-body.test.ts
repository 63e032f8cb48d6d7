import { describe, expect, test } from 'vitest'
import { measureBody } from '../../../src/hosts/openai/measure-body.ts'

const schema = { type: 'object', properties: { at: { type: 'string' } } }
const schemaText = JSON.stringify(schema)

describe('what a request carries beside its list', () => {
  test.each([
    [
      'a function of Chat Completions',
      {
        tools: [
          {
            type: 'function',
            function: { name: 'look', description: 'Looks.', parameters: schema, strict: true },
          },
        ],
      },
      ['look', 'Looks.', schemaText],
    ],
    [
      'a function of Responses',
      {
        tools: [{ type: 'function', name: 'look', description: 'Looks.', parameters: schema, strict: true }],
      },
      ['look', 'Looks.', schemaText],
    ],
    ['a function of old', { functions: [{ name: 'look', parameters: schema }] }, ['look', schemaText]],
    [
      'a custom tool',
      { tools: [{ type: 'custom', custom: { name: 'run', format: { type: 'text' } } }] },
      ['run', '{"type":"text"}'],
    ],
    [
      'a hosted tool',
      { tools: [{ type: 'file_search', vector_store_ids: ['vs_1'], max_num_results: 5 }] },
      ['["vs_1"]'],
    ],
    [
      'a response format of Chat Completions',
      { response_format: { type: 'json_schema', json_schema: { name: 'place', schema, strict: true } } },
      ['place', schemaText],
    ],
    [
      'a text format of Responses',
      { text: { verbosity: 'low', format: { type: 'json_schema', name: 'place', schema } } },
      ['place', schemaText],
    ],
    [
      'a format without a schema',
      { response_format: { type: 'json_object' }, text: { verbosity: 'low' } },
      [],
    ],
    ['instructions', { instructions: 'Answer shortly.' }, ['Answer shortly.']],
    [
      'a predicted output',
      { prediction: { type: 'content', content: 'so' } },
      ['{"type":"content","content":"so"}'],
    ],
    ['a field of a gateway', { documents: [{ text: 'long' }] }, ['[{"text":"long"}]']],
    [
      'settings, and the list',
      {
        ...{ model: 'm', messages: ['x'], input: 'x', temperature: 1, stream: true, metadata: { a: 'b' } },
        ...{
          user: 'u',
          store: false,
          reasoning: { effort: 'low' },
          tool_choice: 'auto',
          stop: ['x'],
          n: null,
        },
      },
      [],
    ],
    [
      'what has no JSON form',
      { extra: () => 1, tools: [{ type: 'function', function: { parse: () => 1 } }] },
      [],
    ],
    ['fields that are not shaped as they should be', { tools: 'none', functions: [null, 3], text: 'x' }, []],
  ])('%s', (_, body, texts) => {
    expect(measureBody(body)).toEqual(texts)
  })
})
