import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, type AnyStateNode, createActor } from 'xstate'
import { assemblyMachine, leasesMachine, runMachine } from '../../machines/index.ts'
import { silentWorkbench } from '../../src/testing/paths/silent-workbench.ts'
import { bounds } from '../support/assembly-events.ts'
import { descendants } from '../support/chart-transitions.ts'

const charts: readonly (readonly [string, AnyStateMachine, unknown])[] = [
  ['assembly', assemblyMachine, { workbench: silentWorkbench, bounds: bounds() }],
  ['run', runMachine, { delivered: [] }],
  ['leases', leasesMachine, { delivered: [] }],
]

/** What is written as a function in a chart: what can't be a name. */
const functionsOf: Readonly<Record<string, readonly string[]>> = {
  assembly: ['context', 'input', 'output'],
  run: ['context', 'input'],
  leases: ['context'],
}

describe.each(charts)('the %s chart', (name, machine, input) => {
  test('starts', () => {
    const actor = createActor(machine, { input })
    actor.start()
    expect(actor.getSnapshot().status).toBe('active')
    actor.stop()
  })

  test('has an id, and an end to every loop', () => {
    expect(machine.id).toBe(name)
    expect(machine.options?.maxIterations).toBe(100)
  })

  test('has no state that nothing leads to', () => {
    const reached = reachable(machine)
    expect(
      descendants(machine.root)
        .filter((node) => !reached.has(node))
        .map(({ id }) => id),
    ).toEqual([])
  })

  test('has a way to an end out of every state, unless it has no end', () => {
    const nodes = descendants(machine.root)
    const ends = nodes.filter(({ type }) => type === 'final')
    expect(ends.every((end) => end.parent === machine.root)).toBe(true)
    expect(ends.length > 0).toBe(name !== 'leases')
  })

  test('is all names: nothing is lost when it is written down, except for what makes its data', () => {
    const found = new Set<string>()
    findFunctions(machine.config, '', found)
    expect([...found].sort()).toEqual(functionsOf[name])
  })

  test('has every part that it names', () => {
    const { actions, guards, actors } = machine.implementations
    const nodes = [machine.root, ...descendants(machine.root)]
    const transitions = nodes.flatMap((node) => [
      ...[...node.transitions.values()].flat(),
      ...(node.always ?? []),
    ])
    const named = transitions.flatMap(({ guard }) => (guard === undefined ? [] : [nameOf(guard)]))
    expect(Object.keys(guards).sort()).toEqual([...new Set(named)].sort())
    const taken = [
      ...transitions.flatMap((each) => each.actions),
      ...nodes.flatMap(({ entry }) => entry),
    ].map(nameOf)
    expect(Object.keys(actions).sort()).toEqual([...new Set(taken)].sort())
    const invoked = nodes.flatMap(({ invoke }) => invoke.map(({ src }) => src))
    const spawned = name === 'run' ? ['assembly'] : []
    expect(Object.keys(actors).sort()).toEqual([...new Set([...invoked, ...spawned])].sort())
  })
})

function reachable(machine: AnyStateMachine): ReadonlySet<AnyStateNode> {
  const reached = new Set<AnyStateNode>()
  const reach = (node: AnyStateNode): void => {
    if (reached.has(node)) return
    reached.add(node)
    if (node.parent) reach(node.parent)
    for (const target of node.initial?.target ?? []) reach(target)
    for (const { target } of [...[...node.transitions.values()].flat(), ...(node.always ?? [])])
      target?.forEach(reach)
  }
  reach(machine.root)
  return reached
}

function findFunctions(value: unknown, key: string, found: Set<string>): void {
  if (typeof value === 'function') found.add(key)
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value))
    findFunctions(part, Number.isNaN(Number(name)) ? name : key, found)
}

function nameOf(part: unknown): string {
  if (typeof part === 'string') return part
  return typeof part === 'object' && part !== null && 'type' in part ? String(part.type) : 'inline'
}
