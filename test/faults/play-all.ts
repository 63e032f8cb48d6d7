import type { AwaitWatch } from './await-watch.ts'
import type { Fault, FaultKind } from './faulty-host.ts'
import type { Library } from './library-type.ts'
import { playFault } from './play-fault.ts'
import type { Scenario } from './scene.ts'

/** What became of every fault in every call of every port. */
export interface FaultTally {
  cases: number
  readonly violations: string[]
  /** Kinds of faults that came to each point. */
  readonly met: Map<string, Set<FaultKind>>
}

/** Plays a scenario once without a fault to count the calls of its ports, and then once for each of them and each fault. */
export async function playAll<L extends Library>(
  watched: { readonly library: L; readonly watch: AwaitWatch },
  scenario: Scenario<L>,
  tally: FaultTally,
): Promise<void> {
  const clean = await playFault(watched, scenario, null)
  note(tally, scenario, null, clean.violations)
  for (const [port, count] of clean.counts) {
    if (scenario.ports?.test(port) === false) continue
    for (let at = 0; at < count; at += 1) {
      for (const kind of clean.kinds.get(port) ?? []) {
        const fault = { port, at, kind }
        const { violations, met } = await playFault(watched, scenario, fault)
        tally.cases += 1
        note(tally, scenario, fault, violations)
        for (const id of met) tally.met.set(id, (tally.met.get(id) ?? new Set()).add(kind))
      }
    }
  }
}

function note(
  tally: FaultTally,
  { name }: Pick<Scenario, 'name'>,
  fault: Fault | null,
  violations: readonly string[],
): void {
  const where = fault ? `${fault.port} ${fault.kind} at call ${fault.at}` : 'nothing fails'
  for (const violation of violations) tally.violations.push(`${name}: ${where}: ${violation}`)
}
