import { expect, test } from 'vitest'
import { generateConversation } from '../../support/generated-conversations.ts'
import { jsonLines, runCli, temporaryFile } from '../run-cli.ts'

const messages = generateConversation('parallel calls', 3, 20)
const chat = (): string => temporaryFile('chat.json', { messages })

test('tells the outcome, sizes by category, stages, and what became of each entry', async () => {
  const { exitCode, output, errors } = await runCli(['assemble', chat(), '--hard-limit', '8KiB'])
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  expect(output).toMatch(
    /^\d+ messages \(OpenAI chat\), hard limit 8 KiB, compaction above 7\.2 KiB\noutcome: reduced\n/,
  )
  expect(output).toMatch(/\ncategory +before +entries +sent +entries\n/)
  expect(output).toMatch(/\n +0 +systemInstruction +system +[\d.]+ B +sent +[\d.]+ B\n/)
  expect(output).toMatch(/\n +\d+ +toolExchange +assistant .* dropped +-\n/)
})

test('with --json sizes of entries add up, and each message is told once', async () => {
  const { output } = await runCli(['assemble', chat(), '--hard-limit', '8KiB', '--json'])
  const [assembly = {}, ...entries] = jsonLines(output)
  const hosts = entries.filter(({ index }) => index !== null)
  expect(hosts.map(({ index }) => index)).toEqual(messages.map((_, index) => index))
  expect(sum(entries, 'sentSize')).toBe(assembly['finalSize'])
  expect(sum(hosts, 'size')).toBe(assembly['originalSize'])
  expect(hosts.flatMap(({ index, fate }) => (fate === 'dropped' ? [] : [index]))).toEqual(
    assembly['keptIndexes'],
  )
  expect(new Set(entries.flatMap(Object.keys))).toEqual(
    new Set(['type', 'index', 'kind', 'role', 'size', 'fate', 'sentSize']),
  )
})

test('entries that are changed or added are told as such', async () => {
  const config = temporaryFile('bounds.json', {
    hardLimit: 2_500,
    reducer: 'none',
    omissionNotice: true,
    relief: ['elide'],
  })
  const { output } = await runCli(['assemble', chat(), '--config', config, '--json'])
  const [assembly = {}, ...entries] = jsonLines(output)
  expect(assembly).toMatchObject({ outcome: 'preservationFallback' })
  expect(entries.map(({ fate }) => fate)).toEqual(
    expect.arrayContaining(['changed', 'added', 'dropped', 'sent']),
  )
  expect(entries.find(({ fate }) => fate === 'added')).toMatchObject({ index: null, role: 'user' })
  expect(sum(entries, 'sentSize')).toBe(assembly['finalSize'])
})

test('a refusal says how much must be kept, and ends in 3', async () => {
  const { exitCode, output } = await runCli(['assemble', chat(), '--hard-limit', '300', '--relief', 'none'])
  expect(exitCode).toBe(3)
  expect(output).toContain('outcome: irreducible (requiredContentTooLarge)')
  expect(output).toMatch(/nothing is sent: what must be kept measures [\d.]+ (B|KiB)/)
})

test('a hundred thousand messages are told in seconds', { timeout: 60_000 }, async () => {
  const many = Array.from({ length: 100_000 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `message ${index}`,
  }))
  const { exitCode, output } = await runCli([
    'assemble',
    temporaryFile('many.json', many),
    '--hard-limit',
    '8KiB',
    '--json',
  ])
  expect(exitCode).toBe(0)
  expect(jsonLines(output)).toHaveLength(100_001)
})

function sum(entries: readonly Readonly<Record<string, unknown>>[], field: string): number {
  return entries.reduce((total, entry) => total + Number(entry[field]), 0)
}
