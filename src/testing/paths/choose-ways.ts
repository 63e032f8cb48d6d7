import type { ChartGraph } from './explore-chart.ts'

/** How paths are chosen. */
export type PathStrategy = 'edges' | 'shortest' | 'simple'

/** A path as the positions of its events among those that its states offer. */
export type Way = readonly number[]

/**
 * The paths of a graph: `edges` takes every edge once at least, `shortest` reaches every kind of state the shortest way,
 * `simple` goes on to a final state, or as far as it can, without passing any kind of state twice.
 */
export function chooseWays(graph: ChartGraph, strategy: PathStrategy, limit: number): readonly Way[] {
  if (strategy === 'simple') return simpleWays(graph, limit)
  const { taken, reached } = coverEdges(graph)
  return (strategy === 'edges' ? taken : reached).slice(0, limit)
}

// A shortest way to where an edge begins, and the edge; ways that another one begins with are left out.
function coverEdges({ start, nodes }: ChartGraph): {
  readonly taken: readonly Way[]
  readonly reached: readonly Way[]
} {
  const wayTo = new Map<string, Way>([[start, []]])
  const taken: Way[] = []
  for (const [kind, way] of wayTo) {
    nodes.get(kind)?.ways.forEach((target, event) => {
      const next = [...way, event]
      const isNew = !wayTo.has(target)
      if (isNew) wayTo.set(target, next)
      if (!isNew || nodes.get(target)?.ways.length === 0) taken.push(next)
    })
  }
  return { taken, reached: [...wayTo.values()].filter((way) => way.length > 0) }
}

function simpleWays({ start, nodes }: ChartGraph, limit: number): readonly Way[] {
  const found: Way[] = []
  const way: number[] = []
  const passed = new Set<string>()
  visit(start)
  return found

  function visit(kind: string): void {
    const node = nodes.get(kind)
    if (!node || found.length >= limit) return
    passed.add(kind)
    // Where it ends, or where every way leads back.
    if (node.ways.every((target) => passed.has(target))) found.push([...way])
    node.ways.forEach((target, event) => {
      if (passed.has(target)) return
      way.push(event)
      visit(target)
      way.pop()
    })
    passed.delete(kind)
  }
}
