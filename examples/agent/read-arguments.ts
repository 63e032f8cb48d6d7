import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

export const usage = `Usage: npm start -- [PATH] [--limit SIZE] [--model PROVIDER/MODEL]

An agent that looks around in a folder, with every provider call bounded.

  PATH      the folder; default: this repository
  --limit   the hard limit, such as 64KiB; default: 48KiB, less where the folder is too small for it
  --model   a real model, such as openai/gpt-5-mini, with its key in the environment; default: a scripted one, offline
  --help    this text`

/** Input that can't be used. Its message is one line: what is wrong, and what to do. */
export class UsageError extends Error {}

export interface Arguments {
  readonly path: string
  readonly limitBytes: number | undefined
  readonly model: string | undefined
  readonly help: boolean
}

export function readArguments(words: readonly string[], defaultPath: string): Arguments {
  const { values, positionals } = parse(words)
  if (positionals.length > 1) throw new UsageError('One PATH at most. See npm start -- --help')
  const [given] = positionals
  // npm runs scripts in the project's root, wherever it was called.
  const path = given === undefined ? defaultPath : resolve(process.env['INIT_CWD'] ?? '.', given)
  if (!values.help && !statSync(path, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UsageError(`${path} is not a folder.`)
  }
  const limitBytes = values.limit === undefined ? undefined : readSize(values.limit)
  return { path, limitBytes, model: values.model, help: values.help ?? false }
}

function parse(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: {
        limit: { type: 'string' },
        model: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    })
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : '').split(/\.\s|\n/)
    throw new UsageError(`${sentence}. See npm start -- --help`)
  }
}

const unitBytes: Readonly<Record<string, number>> = { b: 1, kib: 1_024, mib: 1_024 ** 2 }

function readSize(text: string): number {
  const [, count = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*(b|kib|mib)?$/i.exec(text.trim()) ?? []
  const bytes = Math.floor(Number(count) * (unitBytes[unit.toLowerCase() || 'b'] ?? 0))
  if (count !== '' && bytes >= 1 && Number.isSafeInteger(bytes)) return bytes
  throw new UsageError(`--limit ${text} is no size. Write it like 64KiB, 1.5MiB or 50000.`)
}
