import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { AnyActorRef, InspectionEvent } from 'xstate'
import {
  createPlimsoll,
  findPlimsollError,
  type HybridProfile,
  requestCapabilities,
} from '../../src/index.ts'
import { quiet } from '../run/deferred.ts'
import { compose } from '../support/compose.ts'
import { canary, findCanaries } from './find-canaries.ts'
import { type PlantedSituation, plantedMessages, plantedSituations } from './planted-situations.ts'
import { watchOutput } from './watch-output.ts'

/** Everything of ours that a host, its logs or its tools can get hold of. */
type Surfaces = Record<string, unknown>

// What is handed to the host to be sent, and what holds references to all of the actor system in every frame.
const notOurs = ['messages']
const notInFrames = ['actorRef', '_transitions']

async function play({
  name,
  profile,
  run: options,
  call,
  history,
  send,
}: PlantedSituation): Promise<Surfaces> {
  const events: unknown[] = []
  const frames: InspectionEvent[] = []
  const refusals: unknown[] = []
  const output = watchOutput()
  const plimsoll = compose({ hardLimitBytes: 2_000, ...profile })
  const run = plimsoll.openRun({
    report: (event) => events.push(event),
    onRefusal: (error) => refusals.push(error),
    inspect: (frame) => frames.push(frame),
    ...options,
  })
  const list = history?.() ?? plantedMessages()
  const errors: unknown[] = []
  const keep = (error: unknown): void => {
    errors.push(error)
  }
  await run.dispatch(list, send ?? (() => canary('response')), call).catch(keep)
  const held = await run.assemble(history?.() ?? plantedMessages(), call).catch(keep)
  const child = run.child()
  await child.dispatch(list, () => canary('response'), call).catch(keep)
  await quiet()
  const ours = errors.map((error) => findPlimsollError(error)).filter((error) => error !== undefined)
  // Frames type their actors by what every version of XState has.
  const root = frames.find(({ type }) => type === '@xstate.actor')?.actorRef as AnyActorRef | undefined // one of ours
  const surfaces = {
    events,
    refusals,
    errors: ours,
    run,
    child,
    plimsoll,
    call: held ? { ...held, messages: undefined } : undefined,
    frames,
    persisted: root?.getPersistedSnapshot(),
    clones: frames.map(cloneOf),
  }
  await run.close()
  return { ...surfaces, output: output.stop(), name }
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

function print(value: unknown): string {
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

function withoutCircles(): (key: string, value: unknown) => unknown {
  const seen = new Set<unknown>()
  return (_, value) => {
    if (typeof value !== 'object' || value === null) return value
    if (seen.has(value)) return undefined
    seen.add(value)
    return value
  }
}

describe.each(plantedSituations())('when $name', (situation) => {
  test('no planted text can be reached or read', async () => {
    const surfaces = await play(situation)
    const { frames, output, errors, ...rest } = surfaces
    expect(findCanaries(rest, notOurs)).toEqual([])
    expect(findCanaries(errors)).toEqual([])
    expect(findCanaries(frames, notInFrames)).toEqual([])
    expect(findCanaries(output)).toEqual([])
    for (const [name, surface] of Object.entries(rest)) {
      expect(findCanaries(print(surface)), name).toEqual([])
    }
    for (const error of errors as Error[]) {
      // as they were collected
      expect(findCanaries([print(error), error.stack, error.message, error.cause])).toEqual([])
    }
  })
})

test('the situations are looked at through frames, events and errors', async () => {
  const counts = { frames: 0, events: 0, errors: 0, refusals: 0, calls: 0 }
  for (const situation of plantedSituations()) {
    const surfaces = await play(situation)
    counts.frames += (surfaces['frames'] as unknown[]).length
    counts.events += (surfaces['events'] as unknown[]).length
    counts.errors += (surfaces['errors'] as unknown[]).length
    counts.refusals += (surfaces['refusals'] as unknown[]).length
    counts.calls += surfaces['call'] === undefined ? 0 : 1
  }
  expect(counts.frames).toBeGreaterThan(1_000)
  expect(counts.events).toBeGreaterThan(100)
  expect(counts.errors).toBeGreaterThan(20)
  expect(counts.refusals).toBeGreaterThan(20)
  expect(counts.calls).toBeGreaterThan(10)
})

test('frames reach the workbench and its drafts, which stay shut', async () => {
  const frames: InspectionEvent[] = []
  const run = compose({ hardLimitBytes: 2_000 }).openRun({ inspect: (frame) => frames.push(frame) })
  await run.assemble(plantedMessages())
  const drafts: unknown[] = []
  const workbenches: unknown[] = []
  for (const frame of frames) {
    const event: unknown = 'event' in frame ? frame.event : undefined
    if (typeof event !== 'object' || event === null) continue
    const facts: unknown = Reflect.get(event, 'facts')
    if (typeof facts === 'object' && facts !== null && 'draft' in facts) drafts.push(facts.draft)
    const workbench: unknown = Reflect.get(event, 'workbench')
    if (workbench !== undefined) workbenches.push(workbench)
  }
  expect(drafts.length).toBeGreaterThan(1)
  expect(workbenches.length).toBeGreaterThan(0)
  for (const held of [...drafts, ...workbenches]) {
    expect(findCanaries([held, print(held)])).toEqual([])
  }
  expect(JSON.stringify(workbenches[0])).toBe('{"call":0}')
  expect(JSON.stringify(drafts[0])).toBe('{"epoch":0}')
})

test('options that are refused are named by type, not by content', () => {
  const wrong: readonly object[] = [
    { [canary('option')]: 1 },
    { hardLimitBytes: canary('limit') },
    { upstreamReducer: canary('reducer') },
    { classifier: [canary('classifier')] },
    { estimator: { unit: canary('unit'), estimate: () => 1 } },
    { relief: [canary('step')] },
    { onBrokenSequence: canary('choice') },
    { compactionTarget: canary('target') },
  ]
  const errors = wrong.map((options) => {
    try {
      createPlimsoll({
        capabilities: requestCapabilities(['compaction']),
        hybridProfile: { hardLimitBytes: 10, upstreamReducer: () => ({}), ...options } as HybridProfile, // wrong on purpose
      })
    } catch (error) {
      return error
    }
    return undefined
  })
  const options = [
    { id: canary('a b') },
    { identity: { agentId: `${canary('agent')}!` } },
    { trustBinding: { owner: canary('owner') } },
    { dialect: canary('dialect') },
    { admission: canary('admission') },
    { report: canary('report') },
  ]
  for (const option of options) {
    try {
      compose().openRun(option as object)
    } catch (error) {
      errors.push(error)
    }
  }
  expect(errors.filter((error) => findPlimsollError(error) !== undefined)).toHaveLength(14)
  for (const error of errors) expect(findCanaries([error, print(error)])).toEqual([])
})
