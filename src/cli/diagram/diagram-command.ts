import type { CommandIo } from '../command-io.ts'
import { exitCodes } from '../exit-codes.ts'
import { parseChoice } from '../options/parse-choice.ts'
import { chartNames, charts } from './chart-names.ts'
import { planDrawing } from './plan-drawing.ts'
import { toMermaid } from './to-mermaid.ts'
import { walkChart } from './walk-chart.ts'

/** `plimsoll diagram CHART`: the chart that runs, as Mermaid. */
export async function diagramCommand(chart: string, io: CommandIo): Promise<number> {
  const machine = charts[parseChoice(chart, 'chart', chartNames)]
  await io.writeOutput(toMermaid(planDrawing(walkChart(machine))))
  return exitCodes.done
}
