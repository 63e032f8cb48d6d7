import { assemblyMachine } from '../../machines/index.ts'

export interface PlacedState {
  readonly id: string
  readonly label: string
  readonly x: number
  readonly y: number
  readonly isEnd: boolean
}

/** Where the states of the assembly chart stand in the report: a row for each phase, in the order of the story. */
export interface ChartLayout {
  readonly width: number
  readonly height: number
  readonly box: { readonly width: number; readonly height: number }
  readonly rows: readonly { readonly label: string; readonly y: number }[]
  readonly states: readonly PlacedState[]
}

const box = { width: 152, height: 30 }
const gap = { x: 14, y: 34 }
const margin = { left: 92, top: 16 }

export function chartLayout(): ChartLayout {
  const phases = Object.values(assemblyMachine.root.states).sort((left, right) => left.order - right.order)
  const ends = phases.filter(({ type }) => type === 'final')
  const rows = [
    ...phases
      .filter(({ type }) => type === 'compound')
      .map((phase) => ({
        label: phase.key,
        states: Object.values(phase.states).sort((left, right) => left.order - right.order),
      })),
    { label: 'ends', states: ends },
  ]
  const y = (row: number): number => margin.top + row * (box.height + gap.y)
  const longest = Math.max(...rows.map(({ states }) => states.length))
  return {
    width: margin.left + longest * (box.width + gap.x),
    height: y(rows.length) - gap.y + margin.top,
    box,
    rows: rows.map(({ label }, row) => ({ label, y: y(row) + box.height / 2 })),
    states: rows.flatMap(({ states }, row) =>
      states.map((state, column) => ({
        id: state.id,
        label: state.key,
        x: margin.left + column * (box.width + gap.x),
        y: y(row),
        isEnd: state.type === 'final',
      })),
    ),
  }
}
