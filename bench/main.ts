import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Cell } from './measure-cell.ts'
import { type Row, resultTable } from './result-table.ts'
import { type CellResult, runCell } from './run-cell.ts'

const modules = [
  './subjects/floor.ts',
  './subjects/plimsoll.ts',
  './peers/prune-messages.mjs',
  './peers/token-limiter.mjs',
  './peers/trim-messages.mjs',
  './peers/context-chef.mjs',
]
const names = ['floor', 'plimsoll', 'pruneMessages', 'TokenLimiterProcessor', 'trimMessages', 'context-chef']
const lengths = [200, 2_000, 20_000]
const scenarios: readonly Cell['scenario'][] = ['cold', 'nextSame', 'nextFresh']
const json = process.argv.includes('--json')

const rows: Row[] = []
const hopeless = new Set<string>()
for (const messages of lengths) {
  for (const scenario of scenarios) {
    for (const [place, module] of modules.entries()) {
      const subject = names[place] ?? module
      const key = `${subject} ${messages}`
      // A peer that gave up on the cold call of a list is not asked for its next call.
      const result: CellResult = hopeless.has(key)
        ? { gaveUp: 'over 20 s' }
        : await runCell({ module, scenario, messages })
      if ('gaveUp' in result) hopeless.add(key)
      const row: Row = { subject, scenario, messages, result }
      rows.push(row)
      report(row)
    }
  }
}
if (!json) writeTable(resultTable(rows))

function report({ subject, scenario, messages, result }: Row): void {
  if (json) {
    const measured = 'gaveUp' in result ? { medianMs: null, gaveUp: result.gaveUp } : result
    process.stdout.write(`${JSON.stringify({ subject, scenario, messages, ...measured })}\n`)
  } else {
    const shown = 'gaveUp' in result ? result.gaveUp : `${result.medianMs.toFixed(2)} ms`
    process.stderr.write(`${messages} ${scenario} ${subject}: ${shown}\n`)
  }
}

function writeTable(table: string): void {
  process.stdout.write(`${table}\n`)
  const readme = fileURLToPath(new URL('./README.md', import.meta.url))
  const [before = ''] = readFileSync(readme, 'utf8').split('<!-- table -->')
  writeFileSync(readme, `${before}<!-- table -->\n\n${table}\n`)
}
