import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { generateConversation } from '../support/generated-conversations.ts'
import { projectRoot } from '../support/project-files.ts'
import { temporaryFile } from './run-cli.ts'

const timeout = 60_000
const long = (): string =>
  temporaryFile('long.json', { messages: generateConversation('parallel calls', 1, 1_500) })

function start(...words: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['--import', 'tsx', 'src/cli/bin.ts', ...words], { cwd: projectRoot })
}

interface Ended {
  readonly exitCode: number | null
  readonly signal: string | null
  readonly output: string
  readonly errors: string
}

function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let output = ''
  let errors = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  return new Promise((resolve) => {
    child.on('close', (exitCode, signal) => resolve({ exitCode, signal, output, errors }))
  })
}

test('a reader that leaves early ends the replay without a word', { timeout }, async () => {
  const child = start('replay', long(), '--hard-limit', '16KiB', '--json')
  const end = ended(child)
  child.stdout.once('data', () => child.stdout.destroy())
  expect(await end).toMatchObject({ exitCode: 0, signal: null, errors: '' })
})

test('Ctrl-C in the middle of a replay ends it with 130 and no trace', { timeout }, async () => {
  const child = start('replay', long(), '--hard-limit', '16KiB', '--json')
  const end = ended(child)
  child.stdout.once('data', () => child.kill('SIGINT'))
  const { output, ...rest } = await end
  expect(rest).toEqual({ exitCode: 130, signal: null, errors: '' })
  expect(output).not.toContain('"type":"summary"')
})

test('Ctrl-C ends a wait for the standard input', { timeout }, async () => {
  const child = start('replay', '-', '--hard-limit', '16KiB')
  const end = ended(child)
  child.stdin.write('[')
  await new Promise((resolve) => child.once('spawn', resolve))
  const interval = setInterval(() => child.kill('SIGINT'), 500)
  const { exitCode, signal, errors } = await end
  clearInterval(interval)
  expect(exitCode === 130 || signal === 'SIGINT').toBe(true)
  expect(errors).toBe('')
})

test('the exit code and the streams are those of the command', { timeout }, async () => {
  const child = start('assemble', '--hard-limit', '1KiB', '--preset', 'seed', '--dialect', 'openai-chat')
  const end = ended(child)
  child.stdin.end(JSON.stringify([{ role: 'user', content: 'x'.repeat(2_000) }]))
  expect(await end).toMatchObject({
    exitCode: 3,
    errors: '',
    output: expect.stringContaining('outcome: irreducible'),
  })
})
