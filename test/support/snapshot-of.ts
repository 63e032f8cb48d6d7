import { EntryMaker } from '../../src/assembly/entry-maker.ts'
import { takeSnapshot } from '../../src/assembly/take-snapshot.ts'
import type { Digest, Entry } from '../../src/context/entry.ts'
import type { FallbackForms } from '../../src/context/fall-back.ts'
import type { SequenceRules } from '../../src/context/sequence-rules.ts'
import type { Snapshot } from '../../src/context/snapshot.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'
import {
  type OpenAIChatMessage,
  type OpenAIChatProvider,
  openaiChat,
} from '../../src/dialects/openai-chat/index.ts'
import { checkProfile } from '../../src/profile/check-profile.ts'
import type { HybridProfileOptions } from '../../src/profile/hybrid-profile.ts'

export interface SnapshotOptions<M = OpenAIChatMessage>
  extends Pick<
    HybridProfileOptions<M>,
    'classifier' | 'pin' | 'pinFirstUserMessage' | 'estimator' | 'onBrokenSequence' | 'omissionNotice'
  > {
  /** Rules in place of the dialect's. */
  readonly rules?: SequenceRules
  /** Newest units that are kept. Default 0. */
  readonly retention?: number
  /** Artifact bodies by the index of the message in whose first result they ride. */
  readonly bodies?: Readonly<Record<number, { readonly digest: Digest; readonly text: string }>>
}

/** A real snapshot of messages, and what makes further entries for it. */
export interface Taken<M = OpenAIChatMessage> {
  readonly snapshot: Snapshot<M>
  readonly entries: readonly Entry<M>[]
  readonly rules: SequenceRules
  readonly maker: EntryMaker<M>
  readonly forms: FallbackForms<M>
  readonly repairedCount: number
  /** The entry at a position. Throws when there is none. */
  at(position: number): Entry<M>
  /** The entries at these positions, in this order. */
  keep(...positions: readonly number[]): Entry<M>[]
}

/** A snapshot of chat messages, under the rules of `openai` unless the test names others. */
export function snapshotOf(
  messages: readonly OpenAIChatMessage[],
  { provider = 'openai', ...options }: SnapshotOptions & { readonly provider?: OpenAIChatProvider } = {},
): Taken {
  return snapshotIn(openaiChat({ provider }), messages, options)
}

/** Reads, repairs, groups and selects messages of any shape as an assembly does. */
export function snapshotIn<M>(
  dialect: Dialect<M>,
  messages: readonly M[],
  options: SnapshotOptions<M> = {},
): Taken<M> {
  const { retention = 0, bodies = {}, rules = dialect.rules, ...profileOptions } = options
  const limit =
    (profileOptions.estimator?.unit ?? 'utf8Bytes') === 'utf8Bytes'
      ? { hardLimitBytes: 1_000_000 }
      : { hardLimitUnits: 1_000_000 }
  const profile = checkProfile<M>({
    ...limit,
    recentMessageRetentionCount: retention,
    upstreamReducer: () => [],
    ...profileOptions,
  })
  const maker = new EntryMaker(dialect, profile)
  const read = messages.map((message, index) => {
    const entry = maker.original(message, index)
    const body = bodies[index]
    return body ? maker.withBody(entry, 0, { ...body, key: body.digest }) : entry
  })
  const { snapshot, repairedCount } = takeSnapshot(read, maker, rules, {
    repairs: profile.onBrokenSequence === 'repair',
    retention: profile.retention,
  })
  const at = (position: number): Entry<M> => {
    const entry = snapshot.entries[position]
    if (!entry) throw new Error(`the snapshot has no entry ${position}`)
    return entry
  }
  const forms = {
    ledger: (digests: readonly Digest[]) => maker.ledger(digests),
    notice: profile.omissionNotice ? maker.notice() : null,
    standIn: (role: 'user' | 'assistant') => maker.notice(role),
  }
  const keep = (...positions: readonly number[]): Entry<M>[] => positions.map(at)
  return { snapshot, entries: snapshot.entries, rules, maker, forms, repairedCount, at, keep }
}

/** Rules that demand just these things. */
export function rulesThat(...demands: readonly SequenceRules['rules'][number]['demand'][]): SequenceRules {
  return {
    provider: 'test',
    rules: demands.map((demand) => ({ id: `test.${demand}`, demand, source: 'test' })),
  }
}

/** A digest of 64 times the same digit, and the reference to it. */
export const digestOf = (digit: string): Digest => digit.repeat(64)
export const referenceTo = (digest: Digest): string => `artifact://sha256/${digest}`
