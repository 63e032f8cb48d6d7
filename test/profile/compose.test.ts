import { describe, expect, test, vi } from 'vitest'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { createPlimsoll, requestCapabilities } from '../../src/index.ts'
import type { Composition } from '../../src/profile/compose.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import { bytes, calls, user } from '../support/messages.ts'

type Message = OpenAIChatMessage

const hybridProfile = { hardLimitBytes: 1_000, upstreamReducer: dropOldest() }
const enabled = requestCapabilities(['compaction'])
const deferred = requestCapabilities(['compaction'], { evidenceThroughPhase: 'G4' })
const stableOnly = requestCapabilities(['compaction'], { accept: 'stableOnly' })
const notRequested = requestCapabilities([])

describe('the double opt-in', () => {
  test.each<[string, Composition<Message>]>([
    ['a profile without capabilities', { hybridProfile }],
    ['a profile without the capability', { hybridProfile, capabilities: notRequested }],
    ['a profile with a deferred capability', { hybridProfile, capabilities: deferred }],
    ['a profile with a capability that is not accepted', { hybridProfile, capabilities: stableOnly }],
  ])('%s fails closed', (_, composition) => {
    expect(() => createPlimsoll(composition)).toThrowError(
      expect.objectContaining({ code: 'composition', problem: 'profileWithoutCapability' }),
    )
  })

  test('the capability without a profile fails closed, before the profile could be looked at', () => {
    expect(() => createPlimsoll({ capabilities: enabled })).toThrowError(
      expect.objectContaining({ code: 'composition', problem: 'capabilityWithoutProfile' }),
    )
  })

  test('both turn compaction on', () => {
    const plimsoll = createPlimsoll({ capabilities: enabled, hybridProfile })
    expect(plimsoll.isBounding).toBe(true)
    expect(plimsoll.openRun().isBounding).toBe(true)
    expect(plimsoll.capabilities).toBe(enabled)
    expect(Object.isFrozen(plimsoll)).toBe(true)
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['a list of names', ['compaction']],
    ['an empty object', {}],
  ])('what stands for the capabilities but is %s is refused', (_, capabilities) => {
    const composition = { capabilities, hybridProfile } as Composition // wrong on purpose
    expect(() => createPlimsoll(composition)).toThrowError(
      expect.objectContaining({
        code: 'profile',
        issues: [expect.objectContaining({ path: 'capabilities' })],
      }),
    )
  })
})

describe.each<[string, Composition<Message>]>([
  ['neither', {}],
  ['a capability that is not requested', { capabilities: notRequested }],
  ['a deferred capability', { capabilities: deferred }],
  ['a capability that is not accepted', { capabilities: stableOnly }],
])('with %s', (_, composition) => {
  const plimsoll = createPlimsoll<Message>(composition)

  test('every list passes as the very array that came in, whatever is in it', async () => {
    const report = vi.fn()
    const run = plimsoll.openRun({ report })
    expect(run.isBounding).toBe(false)
    for (const list of [[], [user(bytes(5_000))], [calls('a')], new Array<Message>(3)]) {
      const call = await run.assemble(list)
      expect(call.messages).toBe(list)
      expect(call.diagnostics).toBeUndefined()
      expect(call.id).toMatch(/^[0-9a-f-]{36}$/)
      expect(await run.dispatch(list, (sent) => sent)).toBe(list)
      await call.commit()
    }
    expect(report).not.toHaveBeenCalled()
  })

  test('a source is captured once', async () => {
    const messages = [user(bytes(5_000))]
    const capture = vi.fn(async () => ({ version: 1, messages }))
    const call = await plimsoll.openRun().assemble({ capture })
    expect(call.messages).toEqual(messages)
    expect(capture).toHaveBeenCalledTimes(1)
  })

  test('options of a run are checked all the same', () => {
    expect(() => plimsoll.openRun({ id: 'not an id' })).toThrowError(/^Options refused: id:/)
    expect(() => plimsoll.openRun().child({ agentId: 'not an id' })).toThrowError(/agentId/)
  })
})
