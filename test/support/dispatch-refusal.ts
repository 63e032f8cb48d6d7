import type { DispatchRules } from './dispatch-checker.ts'
import { strictTurns } from './dispatch-checker.ts'
import { ownTexts } from './dispatch-match.ts'
import { mend } from './dispatch-mend.ts'
import { type RawMessage, readRaw } from './dispatch-reading.ts'
import { requiredPlaces } from './dispatch-required.ts'
import { rawSize } from './dispatch-size.ts'
import { readStructure } from './dispatch-structure.ts'

/**
 * The smallest size that a list can be brought to under the rules: what is required, with the turns that the provider
 * demands beside it, mended and elided where that is allowed, and the overhead. A refusal is right when this is too large.
 */
export function smallestSize(host: readonly RawMessage[], rules: DispatchRules): number {
  const turns = rules.turns ?? strictTurns
  const list = rules.mayRepair ? mend(host, turns) : host
  const readings = list.map(readRaw)
  const pinned = new Set((rules.pinned ?? []).map((message) => list.indexOf(message)))
  const places = requiredPlaces(readings, readStructure(readings, turns), {
    retention: rules.retention,
    pinsFirstUser: rules.pinsFirstUser ?? false,
    pinned,
    turns,
  })
  let size = rules.overhead ?? 0
  for (const place of [...places.required, ...places.turns]) {
    const message = list[place] ?? {}
    const own = rawSize(message, rules.fileCost)
    // A notice may stand in for what only the provider's turns want.
    if (!places.required.has(place)) size += Math.min(own, Buffer.byteLength(ownTexts.omission))
    else size += rules.mayElide && !pinned.has(place) ? elidedSize(message, rules.fileCost) : own
  }
  return size
}

function elidedSize(message: RawMessage, fileCost: number | undefined): number {
  const size = rawSize(message, fileCost)
  if (message['role'] !== 'tool') return size
  return Math.min(size, rawSize({ ...message, content: ownTexts.elided }, fileCost))
}
