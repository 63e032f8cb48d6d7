import { phaseColours } from './phase-colours.ts'
import type { Drawing, DrawnState } from './plan-drawing.ts'

/** The drawing as a Mermaid state diagram. Flat, since Mermaid draws no edge between states of two composite states. */
export function toMermaid({ initial, phases, states, edges, notes }: Drawing): string {
  const lines = ['stateDiagram-v2', '  direction TB', `  [*] --> ${idOf(initial)}`]
  for (const phase of phases) {
    lines.push('', `  %% ${phase.name}`)
    for (const state of phase.states) lines.push(declare(state, `${phase.name}: ${state.name}`))
  }
  lines.push('')
  for (const state of states) lines.push(declare(state, state.name))
  lines.push('')
  for (const { from, to, label } of edges) {
    lines.push(`  ${idOf(from)} --> ${idOf(to)}${label === '' ? '' : `: ${textOf(label)}`}`)
  }
  for (const { id, kind } of states) if (kind === 'final') lines.push(`  ${idOf(id)} --> [*]`)
  if (notes.length > 0) {
    lines.push('', `  note right of ${idOf(initial)}`)
    lines.push(...notes.map((note) => `    ${textOf(note)}`), '  end note')
  }
  lines.push('', ...paletteOf(phases.length))
  phases.forEach((phase, index) => {
    lines.push(`  class ${phase.states.map(({ id }) => idOf(id)).join(',')} phase${index}`)
  })
  return `${lines.join('\n')}\n`
}

function declare({ id, lines }: DrawnState, label: string): string {
  return `  state "${[label, ...lines].map(textOf).join('<br/>')}" as ${idOf(id)}`
}

function idOf(id: string): string {
  return id.replace(/[^A-Za-z0-9]/g, '_')
}

// What Mermaid reads as its own syntax inside a label.
function textOf(label: string): string {
  return label.replaceAll('"', "'").replaceAll(';', ',').replaceAll('#', '').replaceAll(':', ' ·')
}

function paletteOf(count: number): readonly string[] {
  return phaseColours
    .slice(0, count)
    .map(({ fill, line }, index) => `  classDef phase${index} fill:${fill},stroke:${line},color:#1a1a1a`)
}
