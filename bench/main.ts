import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import type { Cell } from './measure-cell.ts'
import { type Row, resultTable } from './result-table.ts'
import { type CellResult, runCell } from './run-cell.ts'
import { replaceBetween, speedSummary } from './speed-summary.ts'

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

// The machine is told with the numbers: ratios travel further than milliseconds, and both depend on it.
function machine(): string {
  const [processor] = cpus()
  const [load = 0] = loadavg()
  return `Node ${process.versions.node}, ${cpus().length} cores (${processor?.model.trim() ?? 'unknown'}), load ${load.toFixed(1)} at the end.`
}

function writeTable(table: string): void {
  process.stdout.write(`${table}\n`)
  const page = new URL('./README.md', import.meta.url)
  const result = `\n${table}\n\n${machine()}\n`
  writeFileSync(page, replaceBetween(readFileSync(page, 'utf8'), '<!-- table -->', '<!-- /table -->', result))
  const summary = speedSummary(rows)
  if (summary === undefined) return
  const front = new URL('../README.md', import.meta.url)
  writeFileSync(
    front,
    replaceBetween(readFileSync(front, 'utf8'), '<!-- speed -->', '<!-- /speed -->', summary),
  )
}
