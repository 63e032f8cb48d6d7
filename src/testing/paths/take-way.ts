import { type AnyStateMachine, initialTransition, type SnapshotFrom, transition } from 'xstate'
import { type ChartModel, stateOf } from './chart-model.ts'
import type { Way } from './choose-ways.ts'
import type { ChartName, GeneratedPath, PathStep } from './generated-path.ts'

/** Goes a way through a chart that runs nothing, and writes it down. */
export function takeWay<N extends ChartName, C extends AnyStateMachine, J extends object, F extends object>(
  chart: N,
  model: ChartModel<C, J, F>,
  input: J,
  way: Way,
): GeneratedPath<N> {
  const { machine, inputOf, eventsIn, plainEvent } = model
  let [snapshot] = initialTransition(machine, inputOf(input)) as unknown as readonly [SnapshotFrom<C>] // of this machine
  const start = seen(snapshot)
  const steps = way.map((position) => {
    const event = eventsIn(snapshot)[position]
    if (event === undefined) throw new RangeError('states of one kind offer the same events')
    ;[snapshot] = transition(machine, snapshot, event) as unknown as readonly [SnapshotFrom<C>] // likewise
    return { event: plainEvent(event), ...seen(snapshot) }
  })
  const path = { chart, description: describe(start.state, steps), input, start, steps }
  // Plain, and in nobody else's hands.
  return JSON.parse(JSON.stringify(path)) as GeneratedPath<N> // just what was written

  function seen(at: SnapshotFrom<C>): { readonly state: string; readonly facts: F } {
    return { state: stateOf(at as { readonly value: unknown }), facts: model.factsOf(at) } // a machine's snapshot
  }
}

function describe(start: string, steps: readonly Pick<PathStep, 'event' | 'state'>[]): string {
  const end = steps.at(-1)?.state ?? start
  return `${end}: ${steps.map(({ event }) => inWords(event)).join(', ')}`
}

const told = [
  'slot',
  'owner',
  'digests',
  'forwarded',
  'size',
  'failure',
  'staleness',
  'changed',
  'intact',
  'reasons',
]
const usual: readonly unknown[] = [undefined, null, 'none', true, '']

// An event's name, and what makes a difference in it.
function inWords(event: PathStep['event']): string {
  const facts = typeof event['facts'] === 'object' ? event['facts'] : {}
  const known: Readonly<Record<string, unknown>> = { ...event, ...facts }
  const details = told.flatMap((key) => {
    const value = Array.isArray(known[key]) ? known[key].join(' ') : known[key]
    if (usual.includes(value)) return []
    return [value === false ? `not ${key}` : String(value)]
  })
  const name = event.type.replaceAll('.', ' ')
  return details.length === 0 ? name : `${name} (${details.join(', ')})`
}
