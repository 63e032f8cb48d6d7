import { describe, expect, test } from 'vitest'
import { dropOldest } from '../../src/reducers/index.ts'
import { requestOf } from './request-of.ts'

describe('dropOldest', () => {
  test('leaves out the oldest units until the target is reached, and no more', () => {
    expect(dropOldest()(requestOf({ sizes: [10, 10, 10, 10], target: 20 }))).toEqual({ drop: [0, 1] })
    expect(dropOldest()(requestOf({ sizes: [10, 10, 10, 10], target: 21 }))).toEqual({ drop: [0, 1] })
    expect(dropOldest()(requestOf({ sizes: [10, 10, 10, 10], target: 40 }))).toEqual({ drop: [] })
    expect(dropOldest()(requestOf({ sizes: [], target: 0 }))).toEqual({ drop: [] })
  })

  test('passes over what is required', () => {
    const request = requestOf({ sizes: [10, 10, 10, 10], target: 20, required: [0, 2] })
    expect(dropOldest()(request)).toEqual({ drop: [1, 3] })
  })

  test('leaves out what it may when the target can’t be reached', () => {
    const request = requestOf({ sizes: [10, 10, 10], target: 0, required: [2] })
    expect(dropOldest()(request)).toEqual({ drop: [0, 1] })
  })

  test('goes on to the next turn when the provider wants a user message first', () => {
    const request = requestOf({ sizes: [10, 10, 10, 10], target: 30, roles: 'uaua', opensWithUser: true })
    expect(dropOldest()(request)).toEqual({ drop: [0, 1] })
  })

  test('keeps the opener of the turn in which it has to stop', () => {
    const request = requestOf({ sizes: [5, 10, 10, 10], target: 30, roles: 'uaaa', opensWithUser: true })
    expect(dropOldest()(request)).toEqual({ drop: [1] })
  })

  test('takes few rounds for turns that grow', () => {
    const turns = 2_000
    const sizes = Array.from({ length: 2 * turns }, (_, unit) => (unit % 2 === 0 ? unit + 1 : 1))
    let rounds = 0
    const request = requestOf({ sizes, target: 50_000, roles: 'ua'.repeat(turns), opensWithUser: true })
    const counted = {
      ...request,
      get turnRules() {
        rounds += 1
        return request.turnRules
      },
    }
    const { drop } = dropOldest()(counted)
    expect(drop?.length).toBeGreaterThan(turns)
    expect(rounds).toBeLessThan(30)
  })
})
