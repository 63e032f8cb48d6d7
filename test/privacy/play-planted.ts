import { channel } from 'node:diagnostics_channel'
import { inspect } from 'node:util'
import { createInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import type { AnyActorRef, InspectionEvent } from 'xstate'
import { findPlimsollError, type PlimsollEvent } from '../../src/index.ts'
import { type RecordingLine, recordRun, serializeFrame } from '../../src/inspect/index.ts'
import { channelSink, eventStream, formatEvent } from '../../src/observability/index.ts'
import { writeReport } from '../../src/report/index.ts'
import { watchOutput } from '../../src/testing/watch-output.ts'
import { quiet } from '../run/deferred.ts'
import { compose } from '../support/compose.ts'
import { canary, findCanaries } from './find-canaries.ts'
import { type PlantedSituation, plantedMessages } from './planted-situations.ts'

/** Everything of ours that a host, its logs or its tools can get hold of. */
export type Surfaces = Readonly<Record<(typeof surfaceNames)[number], unknown>>

export const surfaceNames = [
  ...['events', 'streamed', 'published', 'logged', 'metrics', 'refusals', 'errors', 'run', 'child'],
  ...['plimsoll', 'call', 'frames', 'clones', 'persisted', 'recording', 'inspector', 'report'],
  ...['recordedReport', 'output'],
] as const

// What is handed to the host to be sent, and what holds references to all of the actor system in every frame.
const notFollowed: Readonly<Record<string, readonly string[]>> = {
  call: ['messages'],
  frames: ['actorRef', '_transitions'],
}

/** Plays a situation three times (dispatched, held, in a child run), and gathers what can be seen of it. */
export async function playPlanted({
  profile,
  run: options,
  call,
  before,
  history,
  send,
}: PlantedSituation): Promise<Surfaces> {
  const events: PlimsollEvent[] = []
  const published: unknown[] = []
  const frames: InspectionEvent[] = []
  const refusals: unknown[] = []
  const lines: string[] = []
  const wire: StatelyInspectionEvent[] = []
  const stream = eventStream()
  const recorder = recordRun((line) => lines.push(line))
  const inspector = createInspector({ send: (frame) => wire.push(frame) }, { serialize: serializeFrame })
  const hear = (message: unknown): void => {
    published.push(message)
  }
  channel('canaries').subscribe(hear)
  const output = watchOutput()
  const plimsoll = compose({ hardLimitBytes: 2_000, ...profile })
  const run = plimsoll.openRun({
    report: [(event) => events.push(event), stream.report, channelSink('canaries'), recorder.report],
    onRefusal: (error) => refusals.push(error),
    inspect: (frame) => {
      frames.push(frame)
      recorder.inspect(frame)
      inspector.inspect.next?.(frame)
    },
    ...options,
  })
  const errors: unknown[] = []
  const keep = (error: unknown): void => {
    errors.push(error)
  }
  const list = history?.() ?? plantedMessages()
  await before?.(run).catch(keep)
  await run.dispatch(list, send ?? (() => canary('response')), call).catch(keep)
  const held = await run.assemble(history?.() ?? plantedMessages(), call).catch(keep)
  const child = run.child()
  await before?.(child).catch(keep)
  await child.dispatch(list, () => canary('response'), call).catch(keep)
  await quiet()
  // Frames type their actors by what every version of XState has.
  const root = frames.find(({ type }) => type === '@xstate.actor')?.actorRef as AnyActorRef | undefined // one of ours
  const persisted = root?.getPersistedSnapshot()
  const clones = frames.map(cloneOf)
  await run.close()
  await new Promise((resolve) => setTimeout(resolve, 0))
  stream.close()
  channel('canaries').unsubscribe(hear)
  const streamed: PlimsollEvent[] = []
  for await (const event of stream) streamed.push(event)
  return {
    events,
    streamed,
    published,
    logged: events.map(formatEvent),
    metrics: [run.metrics(), child.metrics()],
    refusals,
    errors: errors.map((error) => findPlimsollError(error)).filter((error) => error !== undefined),
    run,
    child,
    plimsoll,
    call: held ? { ...held, messages: undefined } : undefined,
    frames,
    clones,
    persisted,
    recording: lines,
    inspector: wire,
    report: writeReport(events),
    recordedReport: writeReport(lines.map((line): RecordingLine => JSON.parse(line))),
    output: output.stop(),
  }
}

/** Paths to planted texts on each surface, reached or printed; none where there are none. */
export function hitsOf(surfaces: Surfaces): readonly string[] {
  return Object.entries(surfaces).flatMap(([name, surface]) => {
    const reached = findCanaries(surface, notFollowed[name])
    const printed = name === 'frames' ? [] : printsOf(name, surface).flatMap((text) => findCanaries(text))
    return [...reached, ...printed].map((path) => `${name} ${path}`)
  })
}

/** How a value is printed by what prints values. */
export function print(value: unknown): string {
  return [
    inspect(value, {
      showHidden: true,
      depth: 6,
      getters: true,
      maxArrayLength: null,
      maxStringLength: null,
    }),
    String(value),
    JSON.stringify(value, withoutCircles()),
  ].join('\n')
}

function printsOf(name: string, surface: unknown): string[] {
  if (name !== 'errors') return [print(surface)]
  return (surface as readonly Error[]).flatMap((error) => [
    print(error),
    ...[error.stack, error.message, error.cause].map(String),
  ]) // as they were gathered
}

// What a frame holds beside the references to its actors, as a tool that clones or serialises it gets it.
function cloneOf(frame: InspectionEvent): unknown {
  const { actorRef, ...rest } = frame
  try {
    return [JSON.stringify(rest), structuredClone('event' in rest ? rest.event : undefined)]
  } catch (error) {
    return error
  }
}

function withoutCircles(): (key: string, value: unknown) => unknown {
  const seen = new Set<unknown>()
  return (_, value) => {
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return undefined
    seen.add(value)
    return value
  }
}
