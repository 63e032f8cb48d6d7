import type { AssemblyBounds } from '../../../machines/index.ts'
import { formatReference } from '../../context/references.ts'
import { newestSizeOf, type SizeClass, sizeClassOf } from '../paths/size-classes.ts'
import type { PlainMessage } from '../plain-message.ts'
import { eventsOf, type PathMoment } from './path-moments.ts'

/** What the history holds during one epoch of a path, so that each step of the workbench comes to the path's facts. */
export interface ScriptedContent {
  readonly messages: readonly PlainMessage[]
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

// The size of a list after so many reductions: each is below the one before, also inside one class.
function levelOf(size: SizeClass, step: number, { hardLimit, threshold }: AssemblyBounds): number {
  if (size === 'withinThreshold') return Math.floor(threshold * 0.75) - step
  return size === 'withinLimit' ? hardLimit - 1 - step : hardLimit * (20 - step)
}

/**
 * The content of the epoch that these moments make up.
 *
 * @param newestArguments of the newest call. Those that are no JSON are a defect under strict rules, and harmless else.
 */
export function contentFor(
  epoch: readonly PathMoment[],
  bounds: AssemblyBounds,
  newestArguments = '{',
): ScriptedContent {
  const [captured] = eventsOf(epoch, 'snapshot.captured')
  if (!captured) return contentOf({ filler: newestSizeOf(bounds), newestArguments })
  const sizes = shrinkingFrom(captured.facts.size, bounds)
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
  const required = requiredSizes(epoch, bounds)
  return contentOf({
    ...required,
    isBroken: !captured.facts.intact,
    bodySize,
    oldResult,
    remembered,
    proposals,
    newestArguments,
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
  readonly newestArguments: string
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
  newestArguments,
  withholdsBody = false,
}: ContentSizes): ScriptedContent {
  const messages: readonly PlainMessage[] = [
    { role: 'system', content: 'Answer in short sentences.' },
    { role: 'user', content: sized(task) },
    ...(isBroken ? [result('no-such-call', 'seen')] : []),
    ...(oldResult > 0 ? exchange('old', sized(oldResult)) : []),
    ...(bodySize === null ? [] : exchange('body', formatReference(evictableDigest))),
    ...(withholdsBody ? exchange('withheld', formatReference(withheldDigest)) : []),
    ...(remembered > 0 ? [assistant(sized(remembered, rememberedLabel))] : []),
    ...proposals.map((size, index) => assistant(sized(size, proposalLabel(index)))),
    assistant(sized(filler)),
    assistant(sized(recent)),
    ...exchange('new', sized(newResult), newestArguments),
  ]
  return { messages, body: bodySize === null ? null : sized(bodySize), withholdsBody }
}

/** Stands in the message that an earlier call left out. */
export const rememberedLabel = 'remembered;'

/** Stands in the message that the accepted proposal of this number leaves out. */
export const proposalLabel = (index: number): string => `proposal:${index};`

// Too large where the fallback's answer is: in the part that the relief which helps takes away, or in one that stays.
function requiredSizes(
  epoch: readonly PathMoment[],
  { hardLimit }: AssemblyBounds,
): { task: number; recent: number; newResult: number } {
  const [preserved] = eventsOf(epoch, 'context.preserved')
  const small = Math.ceil(hardLimit / 10)
  if (!preserved || preserved.facts.size <= hardLimit) return { task: small, recent: 0, newResult: 0 }
  const helps = epoch.find(({ event }) => event.type === 'relief.given' && event.facts.size <= hardLimit)
  const large = hardLimit * 10
  return {
    task: helps ? small : large,
    recent: helps?.state === 'fallback.relievingByShrinking' ? large : 0,
    newResult: helps?.state === 'fallback.relievingByElision' ? large : 0,
  }
}

function shrinkingFrom(
  size: number,
  bounds: AssemblyBounds,
): { shrink(to: number | undefined): number; left(): number } {
  let current = sizeClassOf(size, bounds)
  let step = 0
  return {
    /** What has to go for the list to be in the class of the given size; without one, it stays where it is. */
    shrink(to) {
      const before = levelOf(current, step, bounds)
      step += 1
      if (to !== undefined) current = sizeClassOf(to, bounds)
      return before - levelOf(current, step, bounds)
    },
    left: () => levelOf(current, step, bounds),
  }
}

function assistant(content: string): PlainMessage {
  return { role: 'assistant', content }
}

function result(id: string, content: string): PlainMessage {
  return { role: 'tool', id, content }
}

function exchange(id: string, content: string, callArguments = '{}'): readonly PlainMessage[] {
  return [{ role: 'assistant', calls: [{ id, name: 'look', arguments: callArguments }] }, result(id, content)]
}
