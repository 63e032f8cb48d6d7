import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drawCharts } from './draw-charts.ts'

/** Writes the drawings beside this file. With `--check` it writes nothing, names those that are stale, and exits with 1. */
const isCheck = process.argv.includes('--check')
const stale: string[] = []
for (const [name, text] of await drawCharts()) {
  const path = fileURLToPath(new URL(name, import.meta.url))
  if (existsSync(path) && readFileSync(path, 'utf8') === text) continue
  stale.push(name)
  if (!isCheck) writeFileSync(path, text)
}
for (const name of stale) process.stdout.write(`${isCheck ? 'stale' : 'written'}: visualizations/${name}\n`)
if (isCheck && stale.length > 0) {
  process.stderr.write('Run `npm run visualize` and commit what it writes.\n')
  process.exitCode = 1
}
