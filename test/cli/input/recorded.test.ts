import { describe, expect, test } from 'vitest'
import { jsonLines, runCli, temporaryFile } from '../run-cli.ts'
import { assemble, jsonl } from './assemble-file.ts'

const said = (text: string): object => ({ type: 'output_text', text })
const response = {
  object: 'response',
  instructions: null,
  output: [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'x'.repeat(90) },
    { type: 'message', id: 'msg_1', role: 'assistant', content: [said('High tide.')] },
  ],
}
const message = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'text', text: 'High tide.' }],
  usage: { input_tokens: 7 },
}

describe('a recorded response alone', () => {
  test.each([
    ['openai-responses', response, 100, 2],
    ['openai-responses', { data: response }, 100, 2],
    ['openai-responses', response.output[1], 10, 1],
    ['anthropic', message, 10, 1],
    [
      'openai-chat',
      { object: 'chat.completion', choices: [{ message: { role: 'assistant', content: 'High tide.' } }] },
      10,
      1,
    ],
    ['gemini', { candidates: [{ content: { role: 'model', parts: [{ text: 'High tide.' }] } }] }, 10, 1],
  ])('of %s is one call, as the next one sends it back', async (dialect, content, size, messageCount) => {
    const file = temporaryFile('response.json', content)
    const words = ['--hard-limit', '1KiB', '--preset', 'seed', '--json']
    const { exitCode, output, errors } = await runCli(['replay', file, ...words])
    expect(exitCode).toBe(0)
    expect(errors).toMatch(
      /^plimsoll: .*: a recorded response alone is measured as the next call sends it back\n$/,
    )
    const [call, summary] = jsonLines(output)
    expect(call).toMatchObject({ type: 'call', messageCount, finalSize: size })
    expect(summary).toMatchObject({ type: 'summary', calls: 1 })
    expect((await assemble(content)).assembly).toMatchObject({ dialect })
  })
})

test('of a recorded answer of Anthropic only role and content are sent back', async () => {
  const { assembly } = await assemble(message, 'file.json', '--preset', 'seed', '--show-messages')
  expect(assembly['messages']).toEqual([{ role: 'assistant', content: message.content }])
})

test('a request that could be of any shape is of the provider whose response stands beside it', async () => {
  const request = { messages: [{ role: 'user', content: 'Is it high tide?' }] }
  const { errors, assembly } = await assemble({ request, response: message })
  expect({ errors, dialect: assembly['dialect'] }).toEqual({ errors: '', dialect: 'anthropic' })
})

describe('of several', () => {
  const chatOf = (text: string): object[] => [{ role: 'user', content: text }]
  const records = [
    { request: { system: 'Be brief.', messages: chatOf('One.') }, response: message },
    { request: { input: chatOf('Two, two.') }, response },
    { request: { contents: [{ parts: [{ text: 'Three, three, three.' }] }] }, response: {} },
  ]

  test.each([
    ['1', 'anthropic', 'One.Be brief.'],
    ['2', 'openai-responses', 'Two, two.'],
    ['3', 'gemini', 'Three, three, three.'],
  ])('recorded requests, --pick %s takes that one', async (pick, dialect, text) => {
    for (const content of [records, { data: records }]) {
      const { errors, assembly } = await assemble(content, 'file.json', '--pick', pick)
      expect(errors).toBe('')
      expect(assembly).toMatchObject({ dialect, messageCount: 1, finalSize: text.length })
    }
  })

  test.each([
    ['objects', [{ messages: chatOf('One.') }, { history: chatOf('Two, two.') }]],
    ['objects with a type', [{ type: 'chat', messages: chatOf('One.') }, { messages: chatOf('Two, two.') }]],
    ['lists', [chatOf('One.'), chatOf('Two, two.')]],
    [
      'bodies of a batch',
      [{ body: { messages: chatOf('One.') } }, { body: { messages: chatOf('Two, two.') } }],
    ],
  ])('conversations as %s, it takes that one, in a list and a line alike', async (_, conversations) => {
    for (const [content, name] of [
      [conversations, 'file.json'],
      [jsonl(conversations), 'file.jsonl'],
    ]) {
      const { assembly } = await assemble(content, String(name), '--pick', '2')
      expect(assembly).toMatchObject({ messageCount: 1, finalSize: 'Two, two.'.length })
    }
  })

  test.each([
    [[], records, /holds 3 recorded requests or conversations; take one with --pick, from 1 to 3/],
    [['--pick', '4'], records, /holds 3 .*, and no 4 among them; take one with --pick, from 1 to 3/],
    [['--pick', '2'], [records[0], { request: { url: '/' } }], /record 2: holds no list of messages; give/],
    [['--pick', '2'], [records[0], { messages: [7] }], /record 2, messages\[0\]: is no message; give/],
    [
      ['--pick', '1'],
      [[records[0], records[1]], [records[0]]],
      /record 1: holds several conversations itself/,
    ],
    [
      ['--pick', '2'],
      jsonl([{ messages: [] }, { messages: [{ role: 'x' }] }]),
      /line 2, messages\[0\]: has no role/,
    ],
    [['--pick', '2'], { messages: chatOf('One.') }, /holds one conversation; leave --pick out/],
    [
      ['--pick', '2'],
      jsonl([{ type: 'session' }, { type: 'message' }]),
      /holds one conversation; leave --pick/,
    ],
  ])('%j that cannot be followed is said in one line', async (words, content, says) => {
    const { exitCode, errors } = await assemble(content, 'file.json', ...words)
    expect(exitCode).toBe(2)
    expect(errors).toMatch(says)
    expect(errors).toMatch(/^plimsoll: [^\n]+\n$/)
  })

  test('a configuration file can name the one', async () => {
    const config = temporaryFile('bounds.json', { pick: 2 })
    const { assembly } = await assemble(records, 'file.json', '--config', config)
    expect(assembly).toMatchObject({ dialect: 'openai-responses' })
  })
})
