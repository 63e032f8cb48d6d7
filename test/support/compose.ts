import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { createPlimsoll, type HybridProfile, type Plimsoll, requestCapabilities } from '../../src/index.ts'
import { dropOldest } from '../../src/reducers/index.ts'

type Message = OpenAIChatMessage

/** A composition with the seed's defaults: limit 1,000 bytes, no margin, retention 1, one attempt, `dropOldest`. */
export function compose(overrides: Partial<HybridProfile<Message>> = {}): Plimsoll<Message> {
  return createPlimsoll<Message>({
    capabilities: requestCapabilities(['compaction']),
    hybridProfile: {
      hardLimitBytes: 1_000,
      recentMessageRetentionCount: 1,
      maximumCompactionAttempts: 1,
      upstreamReducer: dropOldest(),
      ...overrides,
    } as HybridProfile<Message>, // an override may name another unit's limit on purpose
  })
}
