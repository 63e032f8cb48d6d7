import { phaseColours } from '../src/cli/diagram/phase-colours.ts'
import type { Drawing, DrawnEdge, DrawnPhase, DrawnState } from '../src/cli/diagram/plan-drawing.ts'

const ink = '#1a1a1a'
const font = 'fontname="Helvetica"'

/** The drawing as Graphviz source: phases as boxes in the order of the story, final states at the end. */
export function toDot({ name, initial, phases, states, edges, notes }: Drawing): string {
  return [
    `digraph ${quote(name)} {`,
    `  graph [rankdir=TB, bgcolor="white", pad=0.3, nodesep=0.4, ranksep=0.55, ${font}, fontsize=14, fontcolor="${ink}"]`,
    `  node [shape=box, style="rounded,filled", fillcolor="white", color="${ink}", ${font}, fontsize=12, margin="0.2,0.08"]`,
    `  edge [color="#444444", fontcolor="#333333", ${font}, fontsize=10, arrowsize=0.7]`,
    '  start [shape=circle, label="", width=0.16, fixedsize=true, fillcolor="#1a1a1a"]',
    ...phases.flatMap((phase, index) => drawPhase(phase, index, edges)),
    ...states.map((state) => `  ${drawState(state, ink)}`),
    ...rankFinals(states),
    `  start -> ${quote(initial)}`,
    ...edges.map(drawEdge),
    `  { rank=source; start${notes.length > 0 ? '; note' : ''} }`,
    ...drawNotes(notes),
    '}',
    '',
  ].join('\n')
}

function drawPhase(phase: DrawnPhase, index: number, edges: readonly DrawnEdge[]): readonly string[] {
  const { fill, line } = phaseColours[index % phaseColours.length] ?? phaseColours[0]
  return [
    `  subgraph ${quote(`cluster_${phase.id}`)} {`,
    `    graph [label=${quote(phase.name)}, labeljust=l, style="rounded,filled", fillcolor="${fill}", color="${line}", margin=16, tooltip=${quote(phase.description ?? phase.name)}]`,
    ...phase.states.map((state) => `    ${drawState(state, line)}`),
    ...phase.states.flatMap(({ id }) => drawSigns(id, edges, line)),
    '  }',
  ]
}

function drawState({ id, name, kind, lines }: DrawnState, line: string): string {
  const below = lines.map((text) => `<br/><font point-size="10">${escapeMarkup(text)}</font>`)
  const look = { waiting: '', routing: ', style="rounded,filled,dashed"', final: ', peripheries=2' }
  return `${quote(id)} [label=<<b>${escapeMarkup(name)}</b>${below.join('')}>, color="${line}"${look[kind]}]`
}

function rankFinals(states: readonly DrawnState[]): readonly string[] {
  const finals = states.filter(({ kind }) => kind === 'final')
  return finals.length < 2 ? [] : [`  { rank=sink; ${finals.map(({ id }) => quote(id)).join('; ')} }`]
}

// A way back stands as a sign beside where it starts: an edge across the whole picture can't be followed.
function drawSigns(id: string, edges: readonly DrawnEdge[], line: string): readonly string[] {
  const targets = new Set(edges.filter(({ from, isReturn }) => from === id && isReturn).map(({ to }) => to))
  return [...targets].map(
    (to) =>
      `    ${quote(signOf(id, to))} [label=${quote(`↑ ${nameOf(to)}`)}, shape=plaintext, style=solid, margin="0.05,0.02", height=0.2, fontsize=11, fontcolor="${line}"]`,
  )
}

function signOf(from: string, to: string): string {
  return `${from} back to ${to}`
}

function nameOf(id: string): string {
  return id.split('.').slice(1).join(': ')
}

function drawEdge({ from, to, label, isReturn }: DrawnEdge): string {
  const end = isReturn ? signOf(from, to) : to
  const look = isReturn ? ', style=dashed' : ''
  // Padded, so that the text stands clear of its line.
  const shortLines = ` ${label.replace(' / ', ' \\n / ').replace(' [', ' \\n [')} `
  return `  ${quote(from)} -> ${quote(end)} [label=${quote(shortLines)}${look}]`
}

function drawNotes(notes: readonly string[]): readonly string[] {
  if (notes.length === 0) return []
  const text = notes.map((note) => `${escapeMarkup(note)}<br align="left"/>`).join('')
  return [
    `  note [shape=note, style=filled, fillcolor="#fffbe6", color="#b8a24a", fontsize=10, label=<${text}>]`,
  ]
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '\\"')}"`
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
