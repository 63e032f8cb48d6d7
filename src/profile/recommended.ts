import { dropOldest } from '../reducers/drop-oldest.ts'
import { requestCapabilities } from './capability-profile.ts'
import type { Composition } from './compose.ts'
import type { HybridProfile, HybridProfileOptions, LimitOptions } from './hybrid-profile.ts'

/** Options of the preset: a hard limit, and whatever should differ from the recommendation. */
export type RecommendedOptions<M = unknown> = Partial<HybridProfileOptions<M>> & LimitOptions

/**
 * A composition with the options that practice asks for: a margin of a tenth of the limit, retention 6 with a floor of 1,
 * two attempts, a target of 0.7, relief, repair, a failing reducer that falls back, the first user message pinned, and
 * `dropOldest()` unless a reducer is given. What you pass wins over the preset.
 */
export function recommended<M = unknown>(options: RecommendedOptions<M>): Composition<M> {
  // The union of limit names is kept: whichever came in goes out, with its margin beside it.
  const hybridProfile = {
    ...margin(options),
    recentMessageRetentionCount: 6,
    minimumRetentionCount: Math.min(1, options.recentMessageRetentionCount ?? 1),
    maximumCompactionAttempts: 2,
    compactionTarget: 0.7,
    relief: ['elide', 'shrinkRetention'],
    onBrokenSequence: 'repair',
    onReducerFailure: 'fallback',
    pinFirstUserMessage: true,
    upstreamReducer: dropOldest(),
    ...given(options),
  } satisfies HybridProfile<M>
  return { capabilities: requestCapabilities(['compaction']), hybridProfile }
}

// An option that is undefined, as from an options object of a host, is one that was not given.
function given<T extends object>(options: T): T {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as T // T without them
}

function margin(options: LimitOptions): Partial<Record<string, number>> {
  for (const suffix of ['Bytes', 'Tokens', 'Units']) {
    const limit: unknown = Reflect.get(options, `hardLimit${suffix}`)
    if (typeof limit === 'number' && Number.isFinite(limit))
      return { [`triggerMargin${suffix}`]: Math.floor(limit / 10) }
  }
  return {}
}
