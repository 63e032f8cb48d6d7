import type { Cell } from './measure-cell.ts'
import type { Row } from './result-table.ts'

/** What the table says of us, in three lines of the project's README. Undefined where a cell of it is missing. */
export function speedSummary(rows: readonly Row[]): string | undefined {
  const cold = ratioOf(rows, 2_000, 'cold')
  const same = ratioOf(rows, 2_000, 'nextSame')
  const fresh = ratioOf(rows, 2_000, 'nextFresh')
  const [short, long] = [2_000, 20_000].map((messages) => millisecondsOf(rows, 'plimsoll', messages, 'cold'))
  if (cold === undefined || same === undefined || fresh === undefined || !short || !long) return undefined
  return [
    `- **Speed.** Against \`JSON.stringify\` and a byte count of the same 2,000 messages, a call that compacts costs ${cold} times`,
    `  as much, the next one ${same} (${fresh} with fresh message objects); 20,000 messages cost ${(long / short).toFixed(1)} times what 2,000 do.`,
    '  Method, peers and what a run holds in memory are in [the benchmarks](bench/README.md).',
  ].join('\n')
}

/** A text with what stands between two marks replaced. */
export function replaceBetween(text: string, opening: string, closing: string, content: string): string {
  const [start, end] = [text.indexOf(opening), text.indexOf(closing)]
  if (start === -1 || end < start) throw new Error(`The marks ${opening} and ${closing} are not in the text.`)
  return `${text.slice(0, start + opening.length)}\n${content}\n${text.slice(end)}`
}

function ratioOf(rows: readonly Row[], messages: number, scenario: Cell['scenario']): string | undefined {
  const ours = millisecondsOf(rows, 'plimsoll', messages, scenario)
  const floor = millisecondsOf(rows, 'floor', messages, scenario)
  return ours === undefined || floor === undefined ? undefined : (ours / floor).toFixed(2)
}

function millisecondsOf(
  rows: readonly Row[],
  name: string,
  length: number,
  wanted: Cell['scenario'],
): number | undefined {
  const row = rows.find(
    ({ subject, messages, scenario }) => subject === name && messages === length && scenario === wanted,
  )
  return row && 'medianMs' in row.result ? row.result.medianMs : undefined
}
