import { describe, expect, test } from 'vitest'
import { profileNames } from '../support/bound-conversation.ts'
import { generateConversation, quirks } from '../support/generated-conversations.ts'
import { findFaultsAtLimits } from './bound-at-limits.ts'
import { corpusNames, readConversation } from './corpus-files.ts'

const names = corpusNames()

describe.each(profileNames)(
  'with %s, what is sent is within the limit, whole, and the host\u2019s own',
  (profile) => {
    test.each(quirks)('for a conversation with %s', { timeout: 20_000 }, async (quirk) => {
      for (const seed of [1, 2]) {
        const faults = await findFaultsAtLimits(generateConversation(quirk, seed), profile)
        expect(faults, `seed ${seed}`).toEqual([])
      }
    })

    for (const name of names) {
      test(`for the recorded conversation ${name}`, { timeout: 20_000 }, async () => {
        expect(await findFaultsAtLimits(readConversation(name).messages, profile)).toEqual([])
      })
    }
  },
)

test.runIf(names.length > 0)('the recorded conversations are all there', () => {
  expect(names.length).toBeGreaterThanOrEqual(59)
})
