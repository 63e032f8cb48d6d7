import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli, temporaryFile, temporaryFolder } from './run-cli.ts'

const canary = 'CANARY-of-content'
const chat = [
  { role: 'user', content: canary },
  { role: 'assistant', content: `${canary} too` },
]
const text = JSON.stringify(chat)
const limit = ['--hard-limit', '64KiB']

interface BadFile {
  readonly what: string
  readonly name?: string
  readonly content: unknown
  /** Place and remedy, as the one line names them. */
  readonly says: RegExp
}

const badFiles: readonly BadFile[] = [
  { what: 'an empty file', content: '', says: /is empty; give/ },
  { what: 'blanks', content: ' \n\t\n', says: /nothing but blanks; give/ },
  { what: 'truncated JSON', content: text.slice(0, -20), says: /line 1: the JSON ends too early; give/ },
  {
    what: 'truncated JSON over several lines',
    content: JSON.stringify(chat, null, 2).slice(0, -12),
    says: /line 8: the JSON ends too early; give/,
  },
  {
    what: 'a missing comma',
    content: `[\n {"role":"user" "content":"${canary}"}]`,
    says: /line 2: is no JSON from column 17 on; mend/,
  },
  { what: 'plain text', content: `Dear ${canary}`, says: /line 1: is no JSON from column 1 on; mend/ },
  {
    what: 'bytes that are not UTF-8',
    content: Buffer.concat([
      Buffer.from(`["a",\n"${canary}`),
      Buffer.from([0xff, 0xc3, 0x28]),
      Buffer.from('"]'),
    ]),
    says: /line 2: is not UTF-8; save/,
  },
  {
    what: 'UTF-16 without a mark',
    content: Buffer.from(text, 'utf16le'),
    says: /line 1: has zero bytes, as UTF-16 without a mark has; save/,
  },
  {
    what: 'half a UTF-16 character',
    content: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le').subarray(0, -1)]),
    says: /UTF-16 that ends in the middle of a character; give/,
  },
  {
    what: 'JSONL with one bad line',
    name: 'log.jsonl',
    content: `${JSON.stringify(chat[0])}\n{"role": "assistant", ${canary}}\n${JSON.stringify(chat[0])}\n`,
    says: /log\.jsonl, line 2: is no JSON from column 23 on; mend or remove/,
  },
  {
    what: 'JSONL whose last line is cut off',
    name: 'log.jsonl',
    content: `${JSON.stringify(chat[0])}\r\n{"role": "assistant", "content": "${canary}`,
    says: /line 2: is JSON that ends too early; mend or remove/,
  },
  {
    what: 'JSONL of numbers',
    name: 'log.jsonl',
    content: '1\n2\n3\n',
    says: /line 1: is no message; give objects/,
  },
  { what: 'an array of numbers', content: [1, 2, 3], says: /messages\[0\]: is no message; give objects/ },
  {
    what: 'null among messages',
    content: { messages: [...chat, null] },
    says: /messages\[2\]: is no message/,
  },
  { what: 'a number', content: '42', says: /holds no list of messages; give/ },
  { what: 'an object of something else', content: { [canary]: canary }, says: /no list of messages; give/ },
  { what: 'no messages', content: { messages: [] }, says: /holds no messages; give/ },
  {
    what: 'an unknown role',
    content: [...chat, { role: canary, content: canary }],
    says: /messages\[2\]: has no role that OpenAI chat knows; mend/,
  },
  {
    what: 'a message without a role',
    content: { messages: [{ content: canary }] },
    says: /messages\[0\]: has no role that OpenAI chat knows; mend/,
  },
  {
    what: 'deep nesting in a message',
    content: `[{"role":"user","content":${'['.repeat(100_000)}"${canary}"${']'.repeat(100_000)}}]`,
    says: /messages\[0\]: is nested more than 500 levels deep; /,
  },
  {
    what: 'deep nesting in the tools',
    content: `{"tools":${'['.repeat(9_000)}1${']'.repeat(9_000)},"messages":${text}}`,
    says: /tools: is nested more than 500 levels deep; /,
  },
  {
    what: 'nothing but deep nesting',
    content: `${'['.repeat(100_000)}1${']'.repeat(100_000)}`,
    says: /messages\[0\]: is no message/,
  },
  {
    what: 'messages of two shapes',
    content: [
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: '1', content: canary }] },
      { role: 'tool', tool_call_id: '1', content: canary },
    ],
    says: /two shapes, Anthropic Messages at messages\[0\] and OpenAI chat at messages\[1\]; say .*--dialect/,
  },
  {
    what: 'several conversations',
    content: [{ messages: chat }, { messages: chat }],
    says: /holds 2 recorded requests or conversations; take one with --pick, from 1 to 2/,
  },
  {
    what: 'several conversations, one a line',
    name: 'set.jsonl',
    content: `${JSON.stringify({ messages: chat })}\n${JSON.stringify({ messages: chat })}\n`,
    says: /holds 2 recorded requests or conversations; take one with --pick, from 1 to 2/,
  },
  {
    what: 'a session with a line that is no object',
    name: 'session.jsonl',
    content: '{"type":"session"}\n7\n',
    says: /line 2: holds no object; mend or remove/,
  },
  {
    what: 'a session with an unknown role',
    name: 'session.jsonl',
    content: `{"type":"session"}\n{"type":"message","message":{"role":"${canary}"}}\n`,
    says: /line 2: has no role that pi knows; mend/,
  },
]

describe.each(['assemble', 'replay'])('plimsoll %s says in one line what is wrong with', (command) => {
  test.each(badFiles)('$what', async ({ name = 'chat.json', content, says }) => {
    expectOneLine(await runCli([command, temporaryFile(name, content), ...limit]), says)
  })

  test('a file that is missing', async () => {
    const path = join(temporaryFolder(), 'nowhere.json')
    expectOneLine(await runCli([command, path, ...limit]), /nowhere\.json: does not exist; check the path/)
  })

  test('a folder', async () => {
    const path = join(temporaryFolder(), 'inner')
    mkdirSync(path)
    expectOneLine(await runCli([command, path, ...limit]), /inner: is a folder; name a file in it/)
  })

  test('a file of more than 128 MiB', { timeout: 30_000 }, async () => {
    const path = temporaryFile('large.json', Buffer.alloc(129 * 1024 * 1024, ' '))
    expectOneLine(await runCli([command, path, ...limit]), /is larger than 128 MiB, .*; cut the conversation/)
  })

  test('a keyboard for a file', async () => {
    expectOneLine(await runCli([command, ...limit]), /standard input: is the keyboard; name a file/)
  })

  test.each([
    ['64KB', /'64KB' can mean powers of 1000 or of 1024; write 64KiB, or a number of bytes/],
    ['-1', /'-1' is below zero; write a size/],
    ['1e9', /'1e9' is no size; write a number of bytes/],
    ['10%', /'10%' is a share of nothing; write a size/],
    ['', /'' is no size; write/],
    ['99999999999GiB', /is no size; write/],
    ['0', /--hard-limit: must be a whole number of at least 1 \(got 0\)/],
  ])('a limit of %j', async (size, says) => {
    const run = await runCli([command, temporaryFile('chat.json', chat), '--hard-limit', size])
    expectOneLine(run, says)
    expect(run.errors).toContain('--hard-limit')
  })

  test.each<[readonly string[], RegExp]>([
    [[], /--hard-limit: is missing; say/],
    [[...limit, '--trigger-margin', '64KiB'], /--trigger-margin: must be below hardLimitBytes .*; lower/],
    [[...limit, '--retain', '-2'], /--retain: '-2' is out of range; write/],
    [[...limit, '--attempts', '0'], /--attempts: '0' is out of range; write/],
    [[...limit, '--reducer', 'magic'], /--reducer: 'magic' is unknown; choose/],
    [[...limit, '--reducer', 'drop-oldest=3'], /--reducer: drop-oldest takes no number; leave it out/],
    [[...limit, '--preset', 'best'], /--preset: 'best' is unknown; choose/],
    [[...limit, '--relief', 'shrink'], /--relief: 'shrink' is unknown; choose/],
    [[...limit, '--dialect', 'cohere'], /--dialect: 'cohere' is unknown; choose/],
    [[...limit, '--dialect', 'claude-code'], /is not a Claude Code session; leave --dialect out/],
    [[...limit, '--dialect', 'openhands'], /is not OpenHands events; leave --dialect out/],
    [[...limit, '--dialect', 'gemini'], /messages\[1\]: has no role that Gemini knows; mend/],
    [[...limit, '--pick', '0'], /--pick: '0' is out of range; write/],
    [[...limit, '--pick', '2'], /holds one conversation; leave --pick out/],
    [[...limit, '--on-broken-sequence', 'cry'], /--on-broken-sequence: 'cry' is unknown; choose/],
    [[...limit, '--hard-limits', '3'], /unknown option '--hard-limits' .*see plimsoll --help/],
    [[...limit, 'one', 'more'], /too many arguments.*see plimsoll --help/],
    [['--hard-limit'], /argument missing.*see plimsoll --help/],
  ])('the options %j', async (words, says) => {
    expectOneLine(await runCli([command, temporaryFile('chat.json', chat), ...words]), says)
  })
})

test('a command that does not exist is named', async () => {
  expectOneLine(await runCli(['asemble']), /unknown command 'asemble'.*see plimsoll --help/)
})

test.each<[unknown, RegExp]>([
  [{ hardLimit: '64KB' }, /hardLimit '64KB' can mean powers/],
  [{ hardLimit: true }, /hardLimit must be a size/],
  [{ hardLimit: '1KiB', relief: ['elide', 'cry'] }, /relief\.1 must be one of elide, shrinkRetention/],
  [{ retain: -1, attempts: 0 }, /retain must be a whole number of at least 0; attempts must be/],
  [{ limit: 3 }, /limit is unknown; options: hardLimit, /],
  ['{"__proto__": {"hardLimit": 1}}', /__proto__ is unknown; options/],
  [[1], /the file must be of type object/],
  ['{"hardLimit": ', /line 1: the JSON ends too early/],
  [{ reducer: 'magic' }, /reducer 'magic' is unknown; choose/],
])('a configuration of %j is refused by path', async (config, says) => {
  const file = temporaryFile('chat.json', chat)
  const run = await runCli(['replay', file, '--config', temporaryFile('bounds.json', config)])
  expectOneLine(run, says)
  expect(run.errors).toContain('bounds.json')
})

function expectOneLine(
  { exitCode, output, errors }: { exitCode: number; output: string; errors: string },
  says: RegExp,
): void {
  expect(errors).toMatch(says)
  expect(errors).toMatch(/^plimsoll: [^\n]+\n$/)
  expect(errors + output).not.toContain(canary)
  expect({ exitCode, output }).toEqual({ exitCode: 2, output: '' })
}
