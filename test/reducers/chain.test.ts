import { describe, expect, test, vi } from 'vitest'
import type { Plan } from '../../src/context/plan.ts'
import type { ReductionRequest } from '../../src/context/reduction.ts'
import { chain, dropOldest, dropToolExchanges } from '../../src/reducers/index.ts'
import { requestOf } from './request-of.ts'

const sizes = [10, 10, 10, 10, 10, 10]
const roles = 'utatat'

describe('chain', () => {
  test('asks the next one only for what is left to do', async () => {
    const reducer = chain(dropToolExchanges({ keep: 1 }), dropOldest())
    expect(await reducer(requestOf({ sizes, target: 40, roles }))).toMatchObject({ drop: [1, 3] })
    expect(await reducer(requestOf({ sizes, target: 20, roles }))).toMatchObject({ drop: [1, 3, 0, 2] })
  })

  test('does not ask what is not needed', async () => {
    const second = vi.fn((): Plan => ({}))
    await chain(dropToolExchanges({ keep: 0 }), second)(requestOf({ sizes, target: 30, roles }))
    expect(second).not.toHaveBeenCalled()
  })

  test('shows the next one what is left, by its own numbers', async () => {
    const seen: ReductionRequest<unknown>[] = []
    const look = (request: ReductionRequest<unknown>): Plan => {
      seen.push(request)
      return { drop: [0] }
    }
    const request = { ...requestOf({ sizes, target: 0, roles }), text: (unit: number) => `unit ${unit}` }
    expect(await chain(look, look, look)(request)).toMatchObject({ drop: [0, 1, 2] })
    expect(seen.map(({ units, currentSize, text }) => [units.length, currentSize, text(0)])).toEqual([
      [6, 60, 'unit 0'],
      [5, 50, 'unit 1'],
      [4, 40, 'unit 2'],
    ])
  })

  test('joins summaries that come to enclose each other', async () => {
    const first = (): Plan => ({ summaries: [{ over: [1, 2], text: 'one' }] })
    const second = (): Plan => ({ summaries: [{ over: [0, 1], text: 'two' }] })
    const { summaries } = await chain(first, second)(requestOf({ sizes, target: 0, roles }))
    expect(summaries).toEqual([{ over: [0, 3], text: 'two\n\none' }])
  })

  test('hands on elisions, and a plan that names what is not there', async () => {
    const elide = (): Plan => ({ elide: [3] })
    const forge = (): Plan => ({ drop: [17] })
    expect(await chain(elide, forge)(requestOf({ sizes, target: 0, roles }))).toMatchObject({
      elide: [3],
      drop: [6],
    })
  })

  test('fails with the reducer that fails', async () => {
    const error = new Error('down')
    const fail = (): Plan => {
      throw error
    }
    await expect(chain(fail, dropOldest())(requestOf({ sizes, target: 0, roles }))).rejects.toBe(error)
  })

  test('does not copy the messages unless they are read', async () => {
    const request = {
      ...requestOf({ sizes, target: 0, roles }),
      get messages(): readonly unknown[] {
        throw new Error('read')
      },
    }
    await expect(chain(dropToolExchanges({ keep: 1 }), dropOldest())(request)).resolves.toBeDefined()
  })
})
