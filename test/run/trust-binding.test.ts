import { describe, expect, test, vi } from 'vitest'
import type { TrustBinding } from '../../src/run/trust-binding.ts'
import { compose } from '../support/compose.ts'
import { user } from '../support/messages.ts'
import { rejectionOf } from './deferred.ts'

const binding = (current: () => boolean): TrustBinding => ({
  owner: 'owner',
  sessionId: 'session',
  workspaceId: 'workspace',
  current,
})

const open = (current: () => unknown) =>
  compose().openRun({ trustBinding: binding(current as () => boolean) }) // may answer wrongly on purpose

describe('a trust binding', () => {
  test('is asked at entry and again before dispatch', async () => {
    const current = vi.fn(() => true)
    await open(current).dispatch([user()], () => 'sent')
    expect(current).toHaveBeenCalledTimes(2)
  })

  test.each([
    { answers: [false], checkpoint: 'entry' },
    { answers: [true, false], checkpoint: 'dispatch' },
  ])('that is lost at $checkpoint sends nothing', async ({ answers, checkpoint }) => {
    let sent = 0
    let asked = 0
    const run = open(() => {
      asked += 1
      return answers[asked - 1] ?? true
    })
    const error = await rejectionOf(
      run.dispatch([user()], () => {
        sent += 1
      }),
    )
    expect(error).toMatchObject({ code: 'trustBinding', checkpoint })
    expect((error as Error).message).toContain('Open a new run')
    expect(sent).toBe(0)
    expect(await run.dispatch([user()], () => 'sent')).toBe('sent')
  })

  test.each([undefined, null, 1, 'yes', {}, Promise.resolve(true)])(
    'that answers with %s is lost',
    async (answer) => {
      expect(await rejectionOf(open(() => answer).assemble([user()]))).toMatchObject({ code: 'trustBinding' })
    },
  )

  test('that throws fails the call with its own error', async () => {
    const thrown = new Error('the binding’s own')
    const run = open(() => {
      throw thrown
    })
    expect(await rejectionOf(run.assemble([user()]))).toBe(thrown)
  })

  test('holds for the children of its run', async () => {
    let isCurrent = true
    const child = open(() => isCurrent).child()
    await child.dispatch([user()], () => 'sent')
    isCurrent = false
    expect(await rejectionOf(child.assemble([user()]))).toMatchObject({ code: 'trustBinding' })
  })

  test('is looked at when it is a call’s turn, not when it is asked for', async () => {
    let isCurrent = true
    const run = compose().openRun({ trustBinding: binding(() => isCurrent), admission: 'serial' })
    const first = await run.assemble([user()])
    const second = rejectionOf(run.assemble([user()]))
    isCurrent = false
    await first.commit()
    expect(await second).toMatchObject({ code: 'trustBinding', checkpoint: 'entry' })
  })
})

describe('a binding that is not whole is refused', () => {
  test.each(['owner', 'sessionId', 'workspaceId', 'current'] as const)('without %s', (part) => {
    for (const value of [undefined, null, '', '  ', 7]) {
      const trustBinding = { ...binding(() => true), [part]: value } as TrustBinding // wrong on purpose
      expect(() => compose().openRun({ trustBinding })).toThrowError(
        expect.objectContaining({
          code: 'profile',
          issues: [{ path: `trustBinding.${part}`, message: expect.any(String) }],
        }),
      )
    }
  })

  test('in every part at once', () => {
    const trustBinding = {} as TrustBinding // wrong on purpose
    expect(() => compose().openRun({ trustBinding })).toThrowError(
      /trustBinding\.owner.+trustBinding\.sessionId.+trustBinding\.workspaceId.+trustBinding\.current/,
    )
  })

  test.each([null, false, 'owner', 7])('when it is %s, and does not count as none', (wrong) => {
    const trustBinding = wrong as unknown as TrustBinding // wrong on purpose
    expect(() => compose().openRun({ trustBinding })).toThrowError(/trustBinding: must be \{ owner/)
  })
})
