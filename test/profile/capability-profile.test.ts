import { describe, expect, test } from 'vitest'
import { requestCapabilities } from '../../src/index.ts'
import type { CapabilityOptions } from '../../src/profile/capability-profile.ts'

const compaction = (names: readonly 'compaction'[], options?: CapabilityOptions) =>
  requestCapabilities(names, options).capabilities.compaction

test('a record holds exactly these fields', () => {
  expect(requestCapabilities(['compaction'])).toEqual({
    schemaVersion: 1,
    evidenceThroughPhase: 'G7',
    capabilities: {
      compaction: {
        capability: 'compaction',
        state: 'enabled',
        requested: true,
        stability: 'experimental',
        trustBoundary: 'externalContent',
        aheadOfTime: 'unverified',
        singleExecutable: 'verified',
        diagnostics: 'available',
        deliveryPhase: 'G5',
      },
    },
  })
})

test.each([
  { accept: 'stableAndExperimental', phase: 'G4', requested: true, state: 'deferred' },
  { accept: 'stableAndExperimental', phase: 'G5', requested: true, state: 'enabled' },
  { accept: 'stableAndExperimental', phase: 'G7', requested: true, state: 'enabled' },
  { accept: 'stableOnly', phase: 'G4', requested: true, state: 'disabled' },
  { accept: 'stableOnly', phase: 'G7', requested: true, state: 'disabled' },
  { accept: 'stableAndExperimental', phase: 'G2', requested: false, state: 'disabled' },
  { accept: 'stableAndExperimental', phase: 'G7', requested: false, state: 'disabled' },
  { accept: 'stableOnly', phase: 'G7', requested: false, state: 'disabled' },
] as const)(
  'with $accept and evidence through $phase, requested $requested, compaction is $state',
  ({ accept, phase, requested, state }) => {
    const options = { accept, evidenceThroughPhase: phase }
    expect(compaction(requested ? ['compaction'] : [], options)).toMatchObject({ state, requested })
  },
)

test('what was resolved is frozen throughout', () => {
  const profile = requestCapabilities(['compaction'])
  expect(Object.isFrozen(profile)).toBe(true)
  expect(Object.isFrozen(profile.capabilities)).toBe(true)
  expect(Object.isFrozen(profile.capabilities.compaction)).toBe(true)
})

describe('what does not exist is refused', () => {
  const wrong = (value: unknown): never => value as never // of no type that is allowed

  test.each<[string, () => unknown, string]>([
    ['a capability', () => requestCapabilities(wrong(['compaction', 'telepathy'])), 'capabilities.1'],
    ['a text for a list', () => requestCapabilities(wrong('compaction')), 'capabilities'],
    ['a phase', () => compaction([], wrong({ evidenceThroughPhase: 'G9' })), 'evidenceThroughPhase'],
    ['an acceptance', () => compaction(['compaction'], wrong({ accept: 'stable' })), 'accept'],
  ])('%s', (_, request, path) => {
    expect(request).toThrowError(
      expect.objectContaining({ code: 'profile', issues: [{ path, message: expect.any(String) }] }),
    )
  })
})
