import { describe, expect, test } from 'vitest'
import { slidingWindow } from '../../src/reducers/index.ts'
import { compose } from '../support/compose.ts'
import { bytes, exchange, user } from '../support/messages.ts'
import { requestOf } from './request-of.ts'

describe('slidingWindow', () => {
  test.each([
    { keep: 0, drop: [0, 1, 2, 3] },
    { keep: 1, drop: [0, 1, 2] },
    { keep: 4, drop: [] },
    { keep: 99, drop: [] },
  ])('keeps $keep of the newest units, whatever their size', ({ keep, drop }) => {
    expect(slidingWindow({ keep })(requestOf({ sizes: [1, 2, 3, 4], target: 0 }))).toEqual({ drop })
  })

  test('keeps what is required beside them', () => {
    const request = requestOf({ sizes: [1, 2, 3, 4], target: 0, required: [1] })
    expect(slidingWindow({ keep: 1 })(request)).toEqual({ drop: [0, 2] })
  })

  test('keeps the user message that opens the turn of its window', () => {
    const request = requestOf({ sizes: [1, 1, 1, 1], target: 0, roles: 'uata', opensWithUser: true })
    expect(slidingWindow({ keep: 1 })(request)).toEqual({ drop: [1, 2] })
  })

  test.each([-1, 1.5, Number.NaN, '3', undefined])('refuses to keep %s', (keep) => {
    expect(() => slidingWindow({ keep: keep as number })).toThrowError(
      // often wrong on purpose
      expect.objectContaining({
        code: 'profile',
        issues: [{ path: 'slidingWindow.keep', message: expect.stringContaining('at least 0') }],
      }),
    )
  })

  test('bounds a long list, exchanges whole', async () => {
    const messages = [user('Look.'), ...exchange('a', bytes(700)), ...exchange('b', bytes(400)), user('And?')]
    const call = await compose({ upstreamReducer: slidingWindow({ keep: 2 }) })
      .openRun()
      .assemble(messages)
    expect(call.messages).toEqual([messages[0], ...messages.slice(3)])
    expect(call.diagnostics?.outcome).toBe('reduced')
  })
})
