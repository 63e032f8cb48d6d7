import type { PathStrategy } from '../../testing/paths/choose-ways.ts'
import { generatePaths } from '../../testing/paths/generate-paths.ts'
import type { CommandIo } from '../command-io.ts'
import { chartNames, charts } from '../diagram/chart-names.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Column, tableHead, tableRow } from '../format-table.ts'
import { parseChoice } from '../options/parse-choice.ts'
import { parseCount } from '../options/parse-count.ts'

export interface PathsFlags {
  readonly strategy?: string
  readonly limit?: string
  readonly json?: boolean
}

const columns: readonly Column[] = [
  { title: 'path', width: 6, align: 'right' },
  { title: 'steps', width: 5, align: 'right' },
  { title: 'where it ends, and by which events', width: 34 },
]
const strategies = ['edges', 'shortest', 'simple'] as const satisfies readonly PathStrategy[]

/** `plimsoll paths CHART`: paths for model-based tests, a line each. */
export async function pathsCommand(chart: string, flags: PathsFlags, io: CommandIo): Promise<number> {
  const paths = generatePaths({
    machine: charts[parseChoice(chart, 'chart', chartNames)],
    strategy: parseChoice(flags.strategy ?? 'edges', '--strategy', strategies),
    ...(flags.limit === undefined ? {} : { limit: parseCount(flags.limit, '--limit', 1) }),
  })
  if (flags.json) {
    for (const path of paths) await io.writeOutput(`${JSON.stringify(path)}\n`)
    return exitCodes.done
  }
  await io.writeOutput(`${tableHead(columns)}\n`)
  for (const [index, { description, steps }] of paths.entries()) {
    await io.writeOutput(`${tableRow(columns, [`${index + 1}`, `${steps.length}`, description])}\n`)
  }
  return exitCodes.done
}
