import { describe, expect, test } from 'vitest'
import { providerCalls } from '../../support/bound-conversation.ts'
import { generateConversation } from '../../support/generated-conversations.ts'
import { jsonLines, runCli, temporaryFile } from '../run-cli.ts'

const messages = generateConversation('parallel calls', 7, 20)
const chat = (): string => temporaryFile('chat.json', { messages })

test('each provider call has a row, and a summary stands at the end', async () => {
  const { exitCode, output, errors } = await runCli(['replay', chat(), '--hard-limit', '8KiB'])
  const lines = output.trimEnd().split('\n')
  const calls = callCount()
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  expect(lines[0]).toMatch(/^ call +messages +before +outcome +sent +attempts +stages$/)
  expect(lines.filter((line) => /^ +\d+ +\d+ -> \d+ /.test(line))).toHaveLength(calls)
  expect(output).toContain(`${calls} provider calls over up to ${messages.length} messages (OpenAI chat)`)
  expect(output).toMatch(/hard limit 8 KiB, compaction above 7\.2 KiB\noutcomes: .*reduced \d+/)
})

test('with --json each call and the summary is an object a line', async () => {
  const { output } = await runCli(['replay', chat(), '--hard-limit', '8KiB', '--json'])
  const lines = jsonLines(output)
  const calls = lines.filter(({ type }) => type === 'call')
  const summary = lines.at(-1) ?? {}
  expect(calls).toHaveLength(callCount())
  expect(calls.every(({ finalSize }) => Number(finalSize) <= 8_192)).toBe(true)
  expect(summary).toMatchObject({ type: 'summary', calls: calls.length, refused: 0, hardLimit: 8_192 })
  expect(summary['largestBefore']).toBe(Math.max(...calls.map(({ originalSize }) => Number(originalSize))))
  expect(summary['largestSent']).toBe(Math.max(...calls.map(({ finalSize }) => Number(finalSize))))
  const outcomes = Object.values(Object(summary['outcomes'])).map(Number)
  expect(outcomes.reduce((sum, count) => sum + count, 0)).toBe(calls.length)
})

test('the file can come in by the standard input', async () => {
  const words = ['--hard-limit', '8KiB', '--json']
  const fromFile = await runCli(['replay', chat(), ...words])
  const input = JSON.stringify({ messages })
  expect((await runCli(['replay', '-', ...words], { input })).output).toBe(fromFile.output)
  expect((await runCli(['replay', ...words], { input })).output).toBe(fromFile.output)
})

test('refused calls are counted by reason, and end in 3', async () => {
  const words = ['--hard-limit', '400', '--preset', 'seed']
  const { exitCode, output } = await runCli(['replay', chat(), ...words])
  expect(exitCode).toBe(3)
  expect(output).toMatch(/refused: requiredContentTooLarge \d+/)
  expect(output).toMatch(/irreducible +nothing/)
})

test('no content is printed unless it is asked for', async () => {
  const secret = 'CANARY-secret'
  const file = temporaryFile('chat.json', [
    { role: 'system', content: secret },
    { role: 'user', content: secret, name: secret },
    { role: 'assistant', content: secret, tool_calls: [call(secret)] },
    { role: 'tool', tool_call_id: secret, content: `${secret} `.repeat(200) },
  ])
  for (const limit of ['200', '1KiB', '64KiB']) {
    for (const command of ['replay', 'assemble']) {
      for (const words of [[], ['--json']]) {
        const { output, errors } = await runCli([command, file, '--hard-limit', limit, ...words])
        expect(output + errors).not.toContain(secret)
      }
    }
  }
  const shown = await runCli(['replay', file, '--hard-limit', '64KiB', '--json', '--show-messages'])
  expect(jsonLines(shown.output)[0]).toMatchObject({ messages: [{ content: secret }, { name: secret }] })
})

test('what is shown holds no sign that a terminal acts on', async () => {
  const content = 'red \u001b[31m bell \u0007 csi \u009b2J turn \u202e'
  const file = temporaryFile('chat.json', [{ role: 'user', content }])
  const { output } = await runCli(['assemble', file, '--hard-limit', '1KiB', '--show-messages'])
  expect(output.replaceAll('\n', '')).toMatch(/^[\x20-\x7e]+$/)
  expect(output).toContain('\\u001b[31m bell \\u0007 csi \\u009b2J turn \\u202e')
})

test('a sweep compares limits, a row each', async () => {
  const { exitCode, output } = await runCli(['replay', chat(), '--sweep', '4KiB,8KiB,64KiB'])
  const rows = output.split('\n').filter((line) => /^ +\d+ KiB /.test(line))
  expect(exitCode).toBe(0)
  expect(rows.map((row) => row.trim().split(/ {2,}/)[0])).toEqual(['4 KiB', '8 KiB', '64 KiB'])
  expect(rows[2]?.trim().split(/ {2,}/).slice(1, 5)).toEqual([String(callCount()), '0', '0', '0'])
  const single = await runCli(['replay', chat(), '--hard-limit', '8KiB', '--json'])
  const swept = await runCli(['replay', chat(), '--sweep', '4KiB,8KiB', '--json'])
  expect(jsonLines(swept.output)[1]).toEqual(jsonLines(single.output).at(-1))
})

test('every nth call is counted from the last one', async () => {
  const { output } = await runCli(['replay', chat(), '--hard-limit', '64KiB', '--json', '--every', '10'])
  const counts = jsonLines(output).flatMap(({ type, messageCount }) =>
    type === 'call' ? [messageCount] : [],
  )
  const all = lengths()
  expect(counts).toEqual(all.filter((_, index) => (all.length - 1 - index) % 10 === 0))
})

test('too many calls to make them all are refused with a remedy', async () => {
  const many = Array.from({ length: 30_000 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: 'x',
  }))
  const file = temporaryFile('many.json', many)
  const { exitCode, errors } = await runCli(['replay', file, '--hard-limit', '1KiB'])
  expect(exitCode).toBe(2)
  expect(errors).toMatch(/^plimsoll: .*many\.json: has 15000 provider calls .* --every 100\n$/)
  const some = await runCli(['replay', file, '--hard-limit', '1KiB', '--every', '5000', '--json'])
  expect(jsonLines(some.output)).toHaveLength(4)
})

describe('options', () => {
  const words = ['--hard-limit', '8KiB', '--json']
  const replay = async (...more: readonly string[]): Promise<Readonly<Record<string, unknown>>> =>
    jsonLines((await runCli(['replay', chat(), ...more])).output).at(-1) ?? {}

  test('a configuration file says what flags say, and a flag wins', async () => {
    const config = temporaryFile('bounds.json', { hardLimit: '8KiB', triggerMargin: 1_024, reducer: 'none' })
    const said = await replay('--json', '--config', config)
    expect(said).toEqual(await replay(...words, '--trigger-margin', '1KiB', '--reducer', 'none'))
    expect(said).toMatchObject({ hardLimit: 8_192, triggerThreshold: 7_168 })
    expect(await replay('--json', '--config', config, '--hard-limit', '9KiB')).toMatchObject({
      hardLimit: 9_216,
    })
  })

  test('the preset seed has no margin, the recommended one a tenth', async () => {
    expect(await replay(...words, '--preset', 'seed')).toMatchObject({ triggerThreshold: 8_192 })
    expect(await replay(...words)).toMatchObject({ triggerThreshold: 7_373 })
  })

  test('reducers take turns as a chain', async () => {
    const alone = await replay(...words, '--reducer', 'drop-tool-exchanges=1')
    const chained = await replay(...words, '--reducer', 'drop-tool-exchanges=1,drop-oldest')
    expect(chained).not.toEqual(alone)
    expect(chained).toMatchObject({ refused: 0 })
  })

  test('a memory asks the reducer less often and keeps more of the prefix', async () => {
    const without = await replay(...words)
    const withMemory = await replay(...words, '--memory')
    expect(Number(withMemory['reducerCalls'])).toBeLessThan(Number(without['reducerCalls']))
    expect(Number(withMemory['prefixShare'])).toBeGreaterThan(Number(without['prefixShare']))
  })

  test('relief and broken sequences are what the flags say', async () => {
    const broken = temporaryFile('broken.json', [
      { role: 'user', content: 'hello' },
      { role: 'tool', tool_call_id: 'nobody', content: 'stray' },
      { role: 'user', content: 'again' },
    ])
    const outcome = async (what: string) =>
      runCli(['replay', broken, '--hard-limit', '1KiB', '--on-broken-sequence', what])
    expect((await outcome('terminate')).output).toContain('refused: invalidSequence 1')
    expect((await outcome('repair')).exitCode).toBe(0)
    const none = await runCli(['replay', chat(), '--hard-limit', '1500', '--relief', 'none'])
    expect(none.exitCode).toBe(3)
  })
})

test('tools and the system prompt beside the messages count', async () => {
  const tools = [{ type: 'function', function: { name: 'look', description: 'x'.repeat(1_000) } }]
  const file = temporaryFile('chat.json', { messages, tools })
  const size = async (path: string): Promise<number> =>
    Number(
      jsonLines((await runCli(['assemble', path, '--hard-limit', '1MiB', '--json'])).output)[0]?.[
        'finalSize'
      ],
    )
  expect((await size(file)) - (await size(chat()))).toBe(JSON.stringify(tools).length)
})

describe('progress', () => {
  test('is told to nobody who does not look', async () => {
    expect((await runCli(['replay', chat(), '--sweep', '8KiB,9KiB'])).errors).toBe('')
  })

  test('is not told within the first second', async () => {
    const { errors } = await runCli(['replay', chat(), '--hard-limit', '8KiB'], { isTerminal: true })
    expect(errors).toBe('')
  })
})

describe('a replay that is ended early', () => {
  test('ends quietly when nobody reads its output', async () => {
    const words = ['replay', chat(), '--hard-limit', '8KiB', '--json']
    const { exitCode, output, errors } = await runCli(words, { closesAfter: 3 })
    expect(jsonLines(output)).toHaveLength(3)
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' })
  })

  test('ends with 130 on Ctrl-C', async () => {
    const controller = new AbortController()
    const onOutput = (): void => controller.abort()
    const words = ['replay', chat(), '--hard-limit', '8KiB', '--json']
    const { exitCode, output, errors } = await runCli(words, { signal: controller.signal, onOutput })
    expect(jsonLines(output)).toHaveLength(1)
    expect({ exitCode, errors }).toEqual({ exitCode: 130, errors: '' })
  })
})

function lengths(): readonly number[] {
  const all = providerCalls(messages).map(({ length }) => length)
  return messages.at(-1)?.role === 'assistant' ? all.slice(0, -1) : all
}

function callCount(): number {
  return lengths().length
}

function call(text: string): object {
  return { id: text, type: 'function', function: { name: text, arguments: JSON.stringify({ text }) } }
}
