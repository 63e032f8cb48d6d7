import type { AttemptRejection } from '../../machines/assembly/assembly.ports.ts'
import type { Entry } from '../context/entry.ts'
import { sumSizes } from '../context/measure.ts'
import type { ReductionRequest, ReductionUnit, SpokenText } from '../context/reduction.ts'
import type { UnitReader } from '../context/reduction-units.ts'
import type { Snapshot } from '../context/snapshot.ts'
import { turnRules } from '../context/turn-rules.ts'
import type { Dialect } from '../dialects/dialect.ts'

export interface RequestOptions {
  readonly targetSize: number
  readonly unit: string
  readonly attempt: number
  readonly last: AttemptRejection['reasons']
}

/** A request with what is needed to read its answer. */
export interface PreparedRequest<M> {
  readonly units: readonly ReductionUnit[]
  /** Places of the copies that were handed out; empty as long as `messages` was not read. */
  readonly placeOfCopy: ReadonlyMap<M, number>
  open(signal: AbortSignal): ReductionRequest<M>
}

/** Prepares what a reducer is shown of a candidate. Messages are copied only if it reads them. */
export function prepareRequest<M>(
  snapshot: Snapshot<M>,
  candidate: readonly Entry<M>[],
  dialect: Dialect<M>,
  options: RequestOptions,
  unitReader: UnitReader,
): PreparedRequest<M> {
  const units = unitReader.read(snapshot, candidate)
  const placeOfCopy = new Map<M, number>()
  let copies: readonly M[] | undefined
  const copyMessages = (): readonly M[] => {
    copies ??= candidate.map(({ message }, place) => {
      const copy = dialect.copy(message)
      placeOfCopy.set(copy, place)
      return copy
    })
    return copies
  }
  return {
    units,
    placeOfCopy,
    open: (signal) => ({
      units,
      targetSize: options.targetSize,
      currentSize: sumSizes(candidate),
      unit: options.unit,
      attempt: options.attempt,
      // A copy: what a reducer did to the chart's own list would stand in events.
      rejections: Object.freeze([...options.last]),
      turnRules: turnRules(dialect.rules),
      signal,
      get messages() {
        return copyMessages()
      },
      text: (index) => textOf(candidate, units[index]?.entries ?? []),
      transcript: (index) => transcriptOf(candidate, units[index]?.entries ?? []),
    }),
  }
}

function textOf<M>(candidate: readonly Entry<M>[], places: readonly number[]): string {
  const pieces = places.flatMap((place) => candidate[place]?.reading.pieces ?? [])
  const texts = pieces.flatMap((piece) =>
    piece.type === 'file' || piece.type === 'callId' || piece.type === 'resultId' ? [] : [piece.text],
  )
  return texts.join('\n')
}

function transcriptOf<M>(candidate: readonly Entry<M>[], places: readonly number[]): readonly SpokenText[] {
  return places.flatMap((place) => {
    const { role, pieces } = candidate[place]?.reading ?? { role: 'system', pieces: [] }
    if (role === 'system') return []
    return pieces.flatMap((piece): SpokenText[] => {
      if (piece.type === 'resultContent') return [{ speaker: 'result', text: piece.text }]
      if (piece.type === 'callName' || piece.type === 'callArguments')
        return [{ speaker: 'call', text: piece.text }]
      if (piece.type !== 'text') return []
      return [{ speaker: role === 'assistant' ? 'assistant' : 'user', text: piece.text }]
    })
  })
}
