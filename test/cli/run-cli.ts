import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { OutputClosed } from '../../src/cli/command-io.ts'
import { runCommand } from '../../src/cli/run-command.ts'

export interface CliOptions {
  readonly input?: string | Uint8Array
  readonly isTerminal?: boolean
  readonly signal?: AbortSignal
  /** Number of writes after which nobody reads the output any more. */
  readonly closesAfter?: number
  /** Hears each write, as a reader would. */
  readonly onOutput?: (text: string) => void
}

export interface CliRun {
  readonly exitCode: number
  readonly output: string
  readonly errors: string
}

/** Runs the command in this process, and keeps what it writes. */
export async function runCli(words: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  let output = ''
  let errors = ''
  let writes = 0
  const exitCode = await runCommand(words, {
    input: (async function* () {
      if (options.input !== undefined) yield Buffer.from(options.input)
    })(),
    isInputTerminal: options.input === undefined,
    writeOutput: async (text) => {
      writes += 1
      if (options.closesAfter !== undefined && writes > options.closesAfter) throw new OutputClosed()
      output += text
      options.onOutput?.(text)
    },
    writeError: (text) => {
      errors += text
    },
    isErrorTerminal: options.isTerminal ?? false,
    signal: options.signal ?? new AbortController().signal,
  })
  return { exitCode, output, errors }
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A file with this content, gone after the test. */
export function temporaryFile(name: string, content: unknown): string {
  const path = join(temporaryFolder(), name)
  writeFileSync(
    path,
    typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content),
  )
  return path
}

/** Objects that the command wrote with `--json`. */
export function jsonLines(output: string): readonly Readonly<Record<string, unknown>>[] {
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
