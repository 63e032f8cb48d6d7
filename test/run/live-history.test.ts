import { describe, expect, test, vi } from 'vitest'
import { liveHistory } from '../../src/index.ts'

describe('a live history', () => {
  test('gives each change a new version and a new list', () => {
    const history = liveHistory(['a'])
    const before = history.capture()
    history.append('b', 'c')
    expect(before).toEqual({ version: before.version, messages: ['a'] })
    expect(history.messages).toEqual(['a', 'b', 'c'])
    expect(history.capture().version).not.toBe(before.version)
    history.replace(['d'])
    expect(history.messages).toEqual(['d'])
  })

  test('has the same version as long as nothing changes', () => {
    const history = liveHistory()
    expect(history.capture()).toEqual(history.capture())
    expect(history.messages).toEqual([])
  })

  test('is not changed through the lists that it was given or gives', () => {
    const initial = ['a']
    const history = liveHistory(initial)
    const replacement = ['b']
    initial.push('x')
    expect(history.messages).toEqual(['a'])
    history.replace(replacement)
    replacement.push('x')
    expect(history.messages).toEqual(['b'])
    expect(Object.isFrozen(history.messages)).toBe(true)
  })

  test('tells its listeners after the change, each as often as it subscribed', () => {
    const history = liveHistory<string>()
    const seen: (readonly string[])[] = []
    const listener = vi.fn(() => {
      seen.push(history.messages)
    })
    const stops = [history.subscribe(listener), history.subscribe(listener)]
    history.append('a')
    expect(seen).toEqual([['a'], ['a']])
    stops[0]?.()
    stops[0]?.()
    history.replace([])
    expect(listener).toHaveBeenCalledTimes(3)
    stops[1]?.()
    history.append('b')
    expect(listener).toHaveBeenCalledTimes(3)
  })

  test('a listener may leave while it is told', () => {
    const history = liveHistory<string>()
    const other = vi.fn()
    const stop = history.subscribe(() => stop())
    history.subscribe(other)
    history.append('a')
    history.append('b')
    expect(other).toHaveBeenCalledTimes(2)
  })
})
