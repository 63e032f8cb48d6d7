import { expect, test } from 'vitest'
import { answersAtOnce } from '../../src/reducers/answers-at-once.ts'
import { chain, dropOldest, dropToolExchanges, slidingWindow, summarize } from '../../src/reducers/index.ts'

test.each([
  ['dropOldest', dropOldest()],
  ['slidingWindow', slidingWindow({ keep: 2 })],
  ['dropToolExchanges', dropToolExchanges({ keep: 2 })],
])('%s answers at once', (_, reducer) => {
  expect(answersAtOnce(reducer)).toBe(true)
})

test.each([
  ['a chain, which waits for its reducers', chain(dropOldest())],
  ['one that asks a model', summarize({ generate: async () => 'summary' })],
  [
    "one of the host's, whatever it calls",
    (request: Parameters<ReturnType<typeof dropOldest>>[0]) => dropOldest()(request),
  ],
  ['none at all', undefined],
])('%s is waited for', (_, reducer) => {
  expect(answersAtOnce(reducer)).toBe(false)
})
