import { formatReference } from '../../src/context/references.ts'
import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import { bucketOf, hardLimit, newestSize, type SizeBucket } from './assembly-events.ts'
import { assistant, calls, exchange, result, system, user } from './messages.ts'
import { eventsOf, type PathMoment } from './path-moments.ts'

/** What the history holds during one epoch of a path, so that each step of the workbench comes to the path's facts. */
export interface ScriptedContent {
  readonly messages: readonly OpenAIChatMessage[]
  /** A body that may be evicted; null when there is none. */
  readonly body: string | null
  /** There is a second body, and another call holds it. */
  readonly withholdsBody: boolean
}

export const evictableDigest = 'a'.repeat(64)
export const withheldDigest = 'b'.repeat(64)

/** A text that counts as this large. Long enough that a notice in its place is shorter. */
export const sized = (size: number, label = ''): string => `${label} size:${size} ${'.'.repeat(80)}`

/** Reads sizes off texts: a text that states none counts nothing. */
export function statedSize(text: string): number {
  return [...text.matchAll(/size:(\d+)/g)].reduce((sum, [, digits]) => sum + Number(digits), 0)
}

// Sizes of a list after so many reductions: each is below the one before, also inside one bucket.
const levels = {
  small: (step: number) => 60 - step,
  tight: (step: number) => 99 - step,
  large: (step: number) => 2_000 - 100 * step,
} as const satisfies Record<SizeBucket, (step: number) => number>

/** The content of the epoch that these moments make up. */
export function contentFor(epoch: readonly PathMoment[]): ScriptedContent {
  const [captured] = eventsOf(epoch, 'snapshot.captured')
  if (!captured) return contentOf({ filler: newestSize })
  const sizes = shrinkingFrom(captured.facts.size)
  const [evicted] = eventsOf(epoch, 'bodies.evicted')
  const [elided] = eventsOf(epoch, 'results.elided')
  const hasBody = captured.facts.evictable > 0
  const elides = epoch.some(({ state }) => state === 'evict.eliding') && elided?.facts.changed !== false
  const bodySize = hasBody ? sizes.shrink(evicted?.facts.size) : null
  const oldResult = elides ? sizes.shrink(elided?.facts.size) : 0
  const [replayed] = eventsOf(epoch, 'reduction.replayed').filter(({ facts }) => facts.reasons.length === 0)
  const remembered = replayed ? sizes.shrink(replayed.facts.size) : 0
  const proposals = eventsOf(epoch, 'proposal.verified')
    .filter(({ facts }) => facts.reasons.length === 0)
    .map(({ facts }) => sizes.shrink(facts.size))
  const required = requiredSizes(epoch)
  return contentOf({
    ...required,
    isBroken: !captured.facts.intact,
    bodySize,
    oldResult,
    remembered,
    proposals,
    filler: sizes.left() - required.task - required.recent - required.newResult,
    withholdsBody: epoch.some(
      ({ event }) => 'facts' in event && 'staleness' in event.facts && event.facts.staleness === 'lease',
    ),
  })
}

interface ContentSizes {
  readonly isBroken?: boolean
  readonly task?: number
  readonly recent?: number
  readonly newResult?: number
  readonly bodySize?: number | null
  readonly oldResult?: number
  readonly remembered?: number
  readonly proposals?: readonly number[]
  readonly filler: number
  readonly withholdsBody?: boolean
}

function contentOf({
  isBroken = false,
  task = 0,
  recent = 0,
  newResult = 0,
  bodySize = null,
  oldResult = 0,
  remembered = 0,
  proposals = [],
  filler,
  withholdsBody = false,
}: ContentSizes): ScriptedContent {
  const messages = [
    system(),
    user(sized(task)),
    ...(isBroken ? [result('no-such-call')] : []),
    ...(oldResult > 0 ? exchange('old', sized(oldResult)) : []),
    ...(bodySize === null ? [] : exchange('body', formatReference(evictableDigest))),
    ...(withholdsBody ? exchange('withheld', formatReference(withheldDigest)) : []),
    ...(remembered > 0 ? [assistant(sized(remembered, rememberedLabel))] : []),
    ...proposals.map((size, index) => assistant(sized(size, proposalLabel(index)))),
    assistant(sized(filler)),
    assistant(sized(recent)),
    ...newestExchange(newResult),
  ]
  return { messages, body: bodySize === null ? null : sized(bodySize), withholdsBody }
}

/** Stands in the message that an earlier call left out. */
export const rememberedLabel = 'remembered;'

/** Stands in the message that the accepted proposal of this number leaves out. */
export const proposalLabel = (index: number): string => `proposal:${index};`

// Arguments that are not JSON: harmless under the rules of the script, a defect under its strict ones.
function newestExchange(size: number): readonly OpenAIChatMessage[] {
  const call = { id: 'new', type: 'function', function: { name: 'look', arguments: '{' } } as const
  return [{ ...calls(), tool_calls: [call] }, result('new', sized(size))]
}

// Too large where the fallback's answer is: in the part that the relief which helps takes away, or in one that stays.
function requiredSizes(epoch: readonly PathMoment[]): { task: number; recent: number; newResult: number } {
  const [preserved] = eventsOf(epoch, 'context.preserved')
  if (!preserved || preserved.facts.size <= hardLimit) return { task: 10, recent: 0, newResult: 0 }
  const helps = epoch.find(({ event }) => event.type === 'relief.given' && event.facts.size <= hardLimit)
  return {
    task: helps ? 10 : 1_000,
    recent: helps?.state === 'fallback.relievingByShrinking' ? 1_000 : 0,
    newResult: helps?.state === 'fallback.relievingByElision' ? 1_000 : 0,
  }
}

function shrinkingFrom(size: number): { shrink(to: number | undefined): number; left(): number } {
  let bucket = bucketOf(size)
  let step = 0
  return {
    /** What has to go for the list to be in the bucket of the given size; without one, it stays where it is. */
    shrink(to) {
      const before = levels[bucket](step)
      step += 1
      if (to !== undefined) bucket = bucketOf(to)
      return before - levels[bucket](step)
    },
    left: () => levels[bucket](step),
  }
}
