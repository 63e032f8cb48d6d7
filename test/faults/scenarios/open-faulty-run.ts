import { utf8Bytes } from '../../../src/context/measure.ts'
import type { OpenAIChatMessage } from '../../../src/dialects/openai-chat/index.ts'
import type { HybridProfile, Run, SnapshotSource } from '../../../src/index.ts'
import type { RunOptions } from '../../../src/run/run-options.ts'
import type { FaultyHost } from '../faulty-host.ts'

type Message = OpenAIChatMessage

/** The hard limit of every scenario, in bytes. */
export const hardLimit = 1_000

/** A run with retention 1 and `dropOldest`, whose listeners, clock and binding are ports. */
export function openFaultyRun(
  host: FaultyHost,
  profile: Partial<HybridProfile<Message>> = {},
  options: RunOptions<Message> = {},
): Run<Message> {
  const { library } = host
  const plimsoll = library.createPlimsoll<Message>({
    capabilities: library.requestCapabilities(['compaction']),
    hybridProfile: {
      hardLimitBytes: hardLimit,
      recentMessageRetentionCount: 1,
      maximumCompactionAttempts: 1,
      upstreamReducer: library.dropOldest(),
      ...profile,
    } as HybridProfile<Message>, // an override may name another unit's limit
  })
  let time = 0
  return plimsoll.openRun<Message>({
    report: [host.recorder.report, () => void host.sync('report', () => undefined)],
    onRefusal: () => host.sync('onRefusal', () => undefined),
    clock: () => host.pure('clock', () => time++),
    trustBinding: {
      ...{ owner: 'ada', sessionId: 'session', workspaceId: 'place' },
      current: () => host.sync('trust', () => true),
    },
    ...options,
  })
}

/** A history behind a port. It answers at once, or a little later. */
export function faultySource(
  host: FaultyHost,
  messages: () => readonly Message[],
  isLater = true,
): SnapshotSource<Message> {
  return {
    capture: () =>
      host.port('source', () => {
        const captured = { version: messages().length, messages: messages() }
        return isLater ? Promise.resolve(captured) : captured
      }),
  }
}

/** Functions of the profile and the dialect behind ports, for a limit in units of bytes. */
export function faultyFunctions(host: FaultyHost): Partial<HybridProfile<Message>> {
  return {
    ...{ hardLimitBytes: undefined, hardLimitUnits: hardLimit },
    estimator: {
      unit: 'bytes',
      estimate: (content) => host.sync('estimator', () => utf8Bytes.estimate(content)),
    },
    classifier: () => host.sync('classifier', () => undefined),
    pin: () => host.sync('pin', () => false),
  } as Partial<HybridProfile<Message>> // without the limit in bytes
}
