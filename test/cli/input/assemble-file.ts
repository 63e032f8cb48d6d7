import { jsonLines, runCli, temporaryFile } from '../run-cli.ts'

export interface AssembledFile {
  readonly exitCode: number
  readonly errors: string
  readonly assembly: Readonly<Record<string, unknown>>
  readonly entries: readonly Readonly<Record<string, unknown>>[]
}

/** Runs `plimsoll assemble` on a file with this content, under a limit that it fits into. */
export async function assemble(
  content: unknown,
  name = 'file.json',
  ...words: readonly string[]
): Promise<AssembledFile> {
  const file = temporaryFile(name, content)
  const limit = ['--hard-limit', '1MiB', '--json']
  const { exitCode, output, errors } = await runCli(['assemble', file, ...limit, ...words])
  const [assembly = {}, ...entries] = jsonLines(output)
  return { exitCode, errors, assembly, entries }
}

export function jsonl(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('')
}
