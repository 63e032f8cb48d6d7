import { describe, expect, test } from 'vitest'
import { play, situations } from '../observability/situations.ts'

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const part of Object.values(value)) deepFreeze(part)
}

const withLists = situations.filter(({ history, name }) => {
  return Array.isArray(history()) && name !== 'a message can’t be read'
})

describe.each(withLists)('when $name', (situation) => {
  test('the list of the host is unchanged, and what is sent of it are its own objects', async () => {
    const list = situation.history() as readonly object[] // as filtered above
    const before = structuredClone(list)
    deepFreeze(list)
    const sent: unknown[] = []
    const { sending } = play({
      ...situation,
      history: () => list as never, // the situation's own
      send: (messages) => sent.push(...messages),
    })
    await sending.catch(() => {})
    expect(list).toEqual(before)
    for (const message of sent) expect(list).toContain(message)
  })
})
