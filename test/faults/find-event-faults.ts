import type { PlimsollEvent } from '../../src/index.ts'
import { Canaries } from '../../src/testing/canaries.ts'

type Told = Extract<PlimsollEvent, { readonly diagnostics: unknown }>

/**
 * Everything that is wrong with what was told: each assembly has one start and at most one end, what is composed was
 * completed and carries the same diagnostics, numbers grow by one in each run, and nothing of a foreign error is in it.
 */
export function findEventFaults(events: readonly PlimsollEvent[]): readonly string[] {
  const faults: string[] = []
  const ids = new Set(events.flatMap((event) => ('assemblyId' in event ? (event.assemblyId ?? []) : [])))
  for (const id of ids) {
    const told = events.filter((event) => 'assemblyId' in event && event.assemblyId === id)
    const count = (type: PlimsollEvent['type']): number => told.filter((event) => event.type === type).length
    if (count('assembly.started') !== 1) faults.push(`${count('assembly.started')} starts of one assembly`)
    if (count('assembly.completed') + count('assembly.terminated') > 1)
      faults.push('two ends of one assembly')
    if (count('assembly.composed') > count('assembly.completed'))
      faults.push('composed without being completed')
    const diagnostics = told.filter(isTold).map((event) => event.diagnostics)
    if (new Set(diagnostics).size > 1) faults.push('the diagnostics of one assembly are two objects')
    if (diagnostics.some((object) => !Object.isFrozen(object))) faults.push('diagnostics can be changed')
  }
  const numbers = events.map(({ sequenceNumber }) => sequenceNumber)
  if (numbers.some((number, at) => number !== 1 && number !== (numbers[at - 1] ?? 0) + 1))
    faults.push('sequence numbers do not grow by one')
  if (new Canaries().find(events).length > 0) faults.push('an event holds what a port said')
  return faults
}

function isTold(event: PlimsollEvent): event is Told {
  return 'diagnostics' in event
}
