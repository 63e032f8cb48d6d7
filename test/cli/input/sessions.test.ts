import { describe, expect, test } from 'vitest'
import { jsonLines, runCli, temporaryFile } from '../run-cli.ts'
import { assemble, jsonl } from './assemble-file.ts'

test('a pi session is read without its own bookkeeping', async () => {
  const said = (message: object): object => ({ type: 'message', timestamp: 1, message })
  const { errors, assembly, entries } = await assemble(
    jsonl([
      { type: 'session', id: 's' },
      said({ role: 'user', content: [{ type: 'text', text: 'Look.' }] }),
      said({
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', thinkingSignature: 'x'.repeat(500) },
          { type: 'toolCall', id: 'c1', name: 'look', arguments: { at: 'sea' } },
        ],
      }),
      said({
        role: 'toolResult',
        toolCallId: 'c1',
        toolName: 'look',
        content: [{ type: 'text', text: 'Waves.' }],
      }),
      { type: 'compaction', summary: 'x' },
      said({ role: 'bashExecution', command: 'ls', output: 'a b' }),
      said({ role: 'bashExecution', command: 'pwd', output: '/', excludeFromContext: true }),
      said({ role: 'custom', customType: 'tide', content: 'It turns.' }),
    ]),
    'session.jsonl',
  )
  expect(errors).toMatch(
    /the system prompt and the tools of a pi session are not in the file\n.*1 compactions of its own are passed over/,
  )
  expect(assembly).toMatchObject({ dialect: 'pi', messageCount: 5, finalSequenceValid: true })
  expect(entries.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'user'])
  // A signature goes back to the provider, and counts.
  expect(entries[1]?.['size']).toBe('Hm.'.length + 500 + 'c1look{"at":"sea"}'.length)
})

test('messages of pi are found out in a list as in a session', async () => {
  const { errors, assembly } = await assemble({
    messages: [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [{ type: 'toolCall', id: 'c1', name: 'look', arguments: {} }] },
      { role: 'toolResult', toolCallId: 'c1', toolName: 'look', content: [{ type: 'text', text: 'Waves.' }] },
    ],
  })
  expect(errors).toBe('')
  expect(assembly).toMatchObject({ dialect: 'pi', messageCount: 3, finalSequenceValid: true })
})

test('a Claude Code session is read as the requests that were made', async () => {
  const line = (type: string, message: object, more: object = {}): object => ({
    type,
    uuid: 'u',
    sessionId: 's',
    message,
    ...more,
  })
  const use = (id: string): object => ({ type: 'tool_use', id, name: 'look', input: {} })
  const result = (id: string): object => ({ type: 'tool_result', tool_use_id: id, content: 'Waves.' })
  const { errors, assembly, entries } = await assemble(
    jsonl([
      line('user', { role: 'user', content: 'Look twice.' }),
      line('assistant', { role: 'assistant', id: 'm1', content: [use('a')] }),
      line('user', { role: 'user', content: [result('a')] }),
      line('assistant', { role: 'assistant', id: 'm1', content: [use('b')] }),
      line('user', { role: 'user', content: [result('b')] }),
      line('user', { role: 'user', content: 'a sub-agent' }, { isSidechain: true }),
      { type: 'summary', summary: 'x' },
      line('assistant', { role: 'assistant', id: 'm2', content: [{ type: 'text', text: 'Waves.' }] }),
    ]),
    'session.jsonl',
  )
  expect(errors).toMatch(/measured as Anthropic Messages; .*\n.*1 lines of sub-agents are left out/)
  expect(assembly).toMatchObject({ dialect: 'claude-code', messageCount: 4, finalSequenceValid: true })
  expect(entries.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
})

describe('OpenHands events', () => {
  const response = (id: string, message: object): object => ({ id, choices: [{ message }] })
  const called = (id: string) => ({ id, type: 'function', function: { name: 'look', arguments: '{}' } })
  const metadata = (id: string, of: object): object => ({
    tool_call_metadata: { tool_call_id: id, function_name: 'look', model_response: of },
  })
  const both = response('r1', {
    role: 'assistant',
    content: 'Twice.',
    tool_calls: [called('a'), called('b')],
  })
  const tools = [{ type: 'function', function: { name: 'look' } }]
  const events = [
    { id: 0, source: 'agent', action: 'system', args: { content: 'Be brief.', tools } },
    { id: 1, source: 'user', action: 'message', args: { content: 'Look.', image_urls: null } },
    { id: 2, source: 'user', action: 'recall', args: { query: 'Look.' } },
    {
      id: 3,
      source: 'environment',
      observation: 'recall',
      content: 'Added',
      extras: { microagent_knowledge: [{ name: 'sea', content: 'Seas have tides.' }] },
    },
    { id: 4, source: 'agent', action: 'run', args: {}, ...metadata('a', both) },
    { id: 5, source: 'agent', action: 'run', args: {}, ...metadata('b', both) },
    { id: 6, source: 'agent', cause: 4, observation: 'run', content: 'Waves.', ...metadata('a', both) },
    { id: 7, source: 'agent', cause: 5, observation: 'run', content: 'Foam.', ...metadata('b', both) },
    { id: 8, source: 'environment', observation: 'agent_state_changed', content: '' },
    { id: 9, source: 'agent', action: 'run', args: { command: 'ls', thought: 'Hm.', hidden: false } },
    { id: 10, source: 'agent', cause: 9, observation: 'run', content: 'a b' },
    { id: 11, source: 'user', action: 'run', args: { command: 'pwd' } },
    { id: 12, source: 'user', cause: 11, observation: 'run', content: '/' },
    { id: 13, source: 'agent', action: 'finish', args: { thought: 'Done.', final_thought: 'Waves.' } },
  ]

  test('are calls with their results, a message for each response', async () => {
    const words = ['--hard-limit', '1MiB', '--json', '--show-messages']
    const { output, errors } = await runCli(['assemble', temporaryFile('events.json', events), ...words])
    const [assembly = {}] = jsonLines(output)
    expect(errors).toMatch(/OpenHands events are measured as OpenAI chat\n$/)
    expect(assembly).toMatchObject({ dialect: 'openhands', finalSequenceValid: true })
    const ran = { name: 'run', arguments: '{"command":"ls"}' }
    expect(assembly['messages']).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Look.' },
      { role: 'user', content: 'Seas have tides.' },
      { role: 'assistant', content: 'Twice.', tool_calls: [called('a'), called('b')] },
      { role: 'tool', tool_call_id: 'a', name: 'look', content: 'Waves.' },
      { role: 'tool', tool_call_id: 'b', name: 'look', content: 'Foam.' },
      { role: 'assistant', content: 'Hm.', tool_calls: [{ id: 'event_9', type: 'function', function: ran }] },
      { role: 'tool', tool_call_id: 'event_9', content: 'a b' },
      { role: 'user', content: 'pwd' },
      { role: 'user', content: '/' },
      { role: 'assistant', content: 'Done.\nWaves.' },
    ])
  })

  test.each([
    ['wrapped', { history: events }, 'file.json'],
    ['one a line', jsonl(events), 'events.jsonl'],
  ])('are found out when they are %s, and their tools count', async (_, content, name) => {
    const { assembly, entries } = await assemble(content, name)
    expect(assembly).toMatchObject({ dialect: 'openhands', messageCount: 11 })
    const sizes = entries.reduce((sum, { size }) => sum + Number(size), 0)
    expect(Number(assembly['originalSize']) - sizes).toBe(JSON.stringify(tools).length)
  })
})
