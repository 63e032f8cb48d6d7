import type { MessageReading } from '../../src/context/reading.ts'
import type { SequenceDemand } from '../../src/context/sequence-rules.ts'
import { type StructureDefect, structureDefects } from './structure-defects.ts'

/** A list, what is sent of it, and the place in the list of each message that is sent (-1 for one that is derived). */
export interface SentList {
  readonly readings: readonly MessageReading[]
  readonly sent: readonly MessageReading[]
  readonly places: readonly number[]
  readonly demands: readonly SequenceDemand[]
  /** The list was mended: what breaks a demand may have another name, as long as there is no more of it. */
  readonly isMended: boolean
}

/** What a provider would refuse of the sent list, and would have accepted of the list that came in. */
export function addedDefects({ readings, sent, places, demands, isMended }: SentList): readonly string[] {
  const cameIn = structureDefects(readings, demands).map((defect) => ({
    ...defect,
    name: nameOf(defect, defect.at),
  }))
  // Each defect of the list excuses one of what is sent.
  const excuse = (test: (defect: (typeof cameIn)[number]) => boolean): boolean => {
    const known = cameIn.findIndex(test)
    if (known >= 0) cameIn.splice(known, 1)
    return known >= 0
  }
  const isOfHost = ({ at }: StructureDefect): boolean => (places[at] ?? -1) >= 0
  const found = structureDefects(sent, demands).map((defect) => ({
    ...defect,
    name: nameOf(defect, places[defect.at] ?? -1),
  }))
  const unnamed = found.filter(({ name }) => !excuse((defect) => defect.name === name))
  // A derived form may have a key of its own, and stands in no place of the list.
  const added = unnamed.filter(
    (defect) => (isOfHost(defect) && !isMended) || !excuse(({ demand }) => demand === defect.demand),
  )
  return added.map(({ name }) => name)
}

// How a list opens or ends is one fact about the whole list, whichever message stands there.
function nameOf({ demand, key }: StructureDefect, place: number): string {
  if (demand === 'opensWithUser' || demand === 'noAssistantLast') return demand
  return key === undefined ? `${demand} ${place}` : `${demand} of ${key.slice(0, 40)}`
}
