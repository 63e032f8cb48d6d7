// Paths through the charts: made as plain data, driven through what does the work in a run, and listed by how they end.
import assert from 'node:assert/strict'
import { assemblyMachine } from 'plimsoll/machines'
import { assemblyHarness, generatePaths, runPath } from 'plimsoll/testing'

const paths = generatePaths({ machine: assemblyMachine, strategy: 'shortest' })
const harness = assemblyHarness()

const ends = new Map<string, number>()
let undriven = 0
for (const path of paths) {
  if (harness.unsupported?.(path)) undriven += 1
  else await runPath(path, harness) // throws where the work and the chart disagree
  const end = path.steps.at(-1)?.state ?? path.start.state
  ends.set(end, (ends.get(end) ?? 0) + 1)
}

for (const outcome of ['withinLimit', 'reduced', 'preservationFallback', 'irreducible', 'aborted'])
  assert.ok(ends.has(outcome))
assert.ok(undriven < paths.length / 5)
console.log(
  `${paths.length} paths, ${paths.length - undriven} driven; they end in ${ends.size} ways`,
)
