import { Graphviz } from '@hpcc-js/wasm-graphviz'
import { assemblyMachine, leasesMachine, runMachine } from '../machines/index.ts'
import { planDrawing } from '../src/cli/diagram/plan-drawing.ts'
import { toMermaid } from '../src/cli/diagram/to-mermaid.ts'
import { walkChart } from '../src/cli/diagram/walk-chart.ts'
import { toDot } from './to-dot.ts'

const machines = { assembly: assemblyMachine, run: runMachine, leases: leasesMachine }

/** Every drawing of every chart, by file name. The same charts give the same text. */
export async function drawCharts(): Promise<ReadonlyMap<string, string>> {
  const graphviz = await Graphviz.load()
  const files = new Map<string, string>()
  for (const [name, machine] of Object.entries(machines)) {
    const drawing = planDrawing(walkChart(machine))
    files.set(`${name}.mmd`, toMermaid(drawing))
    files.set(`${name}.svg`, graphviz.layout(toDot(drawing), 'svg', 'dot'))
  }
  return files
}
