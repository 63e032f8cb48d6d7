import { describe, expect, test } from 'vitest'
import type { InspectionEvent } from 'xstate'
import { artifactWorkspace } from '../../src/artifacts/index.ts'
import { digestText } from '../../src/context/artifact-reference.ts'
import {
  createPlimsoll,
  findPlimsollError,
  type HybridProfile,
  requestCapabilities,
} from '../../src/index.ts'
import { compose } from '../support/compose.ts'
import { canary, findCanaries, plantedPlaces } from './find-canaries.ts'
import { plantedArtifacts, plantedBody } from './planted-artifacts.ts'
import { type PlantedSituation, plantedMessages, plantedSituations } from './planted-situations.ts'
import { hitsOf, playPlanted, print, surfaceNames } from './play-planted.ts'

const everySituation = (): readonly PlantedSituation[] => [...plantedSituations(), ...plantedArtifacts()]

describe.each(everySituation())('when $name', (situation) => {
  test('no planted text can be reached or read', async () => {
    expect(hitsOf(await playPlanted(situation))).toEqual([])
  })
})

test.each(plantedArtifacts())('no digest is told when $name', async (situation) => {
  const { frames: _, ...surfaces } = await playPlanted(situation)
  const decided = Array.isArray(surfaces.events) ? surfaces.events.filter((event) => 'decision' in event) : []
  expect(decided.length + (surfaces.errors as readonly unknown[]).length).toBeGreaterThan(0)
  const digests = [plantedBody, ...plantedMessages().map(({ content }) => String(content))].map(digestText)
  for (const [name, surface] of Object.entries(surfaces)) {
    const text = print(surface)
    expect(
      digests.filter((digest) => text.includes(digest.slice(0, 16))),
      name,
    ).toEqual([])
  }
})

test('every surface is looked at, and holds something', async () => {
  const counts = new Map<string, number>()
  const situations = everySituation()
  let hits = 0
  for (const situation of situations) {
    const surfaces = await playPlanted(situation)
    hits += hitsOf(surfaces).length
    for (const [name, surface] of Object.entries(surfaces)) {
      const size = Array.isArray(surface) ? surface.length : surface === undefined ? 0 : 1
      counts.set(name, (counts.get(name) ?? 0) + size)
    }
  }
  console.log(
    `${plantedPlaces.size} markers x ${situations.length} situations x ${counts.size} surfaces: ${hits} hits`,
  )
  expect([...counts.keys()]).toEqual(surfaceNames)
  for (const name of surfaceNames) expect(counts.get(name), name).toBeGreaterThan(10)
  for (const name of ['frames', 'recording', 'inspector'])
    expect(counts.get(name), name).toBeGreaterThan(1_000)
  for (const name of ['events', 'streamed', 'published']) expect(counts.get(name), name).toBeGreaterThan(100)
  expect(hits).toBe(0)
}, 60_000)

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
    { workspace: canary('workspace') },
    { offload: { inlineLimitBytes: canary('limit') }, workspace: artifactWorkspace() },
    { bodyDelivery: canary('delivery') },
  ]
  for (const option of options) {
    try {
      compose().openRun(option as object)
    } catch (error) {
      errors.push(error)
    }
  }
  expect(errors.filter((error) => findPlimsollError(error) !== undefined)).toHaveLength(17)
  for (const error of errors) expect(findCanaries([error, print(error)])).toEqual([])
})
