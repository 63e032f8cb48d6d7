import { Buffer } from 'node:buffer'
import type { Folder } from './folder.ts'

/** A tool call that the scripted model makes. */
export type PlannedCall =
  | { readonly toolName: 'list' | 'read'; readonly input: { readonly path: string } }
  | { readonly toolName: 'grep'; readonly input: { readonly word: string } }

/** The calls of one model response. */
export type Round = readonly PlannedCall[]

const roundCount = 23
const readCount = 14
const words = ['import', 'error', 'the', 'test', 'return', 'name']

/** A look around in a folder: what is there, then files of all sizes, with searches and listings in between. */
export function planTour(folder: Folder): Round[] {
  const folders = ['.', ...folder.folders()]
  const files = filesOfAllSizes(folder)
  const list = takeTurns(folders, (path): PlannedCall => ({ toolName: 'list', input: { path } }))
  const grep = takeTurns(words, (word): PlannedCall => ({ toolName: 'grep', input: { word } }))
  const read =
    files.length > 0 ? takeTurns(files, (path): PlannedCall => ({ toolName: 'read', input: { path } })) : list
  return Array.from({ length: roundCount }, (_, round) => {
    if (round === 0) return [list()]
    if (round % 6 === 1) return [list(), list()]
    if (round % 6 === 4) return [grep()]
    return round % 6 === 5 ? [read(), list()] : [read()]
  })
}

/** Bytes of the results of each round, found by making its calls. */
export function measureTour(folder: Folder, tour: readonly Round[]): number[] {
  const bytes = (call: PlannedCall): number => Buffer.byteLength(resultOf(folder, call)) + 100
  return tour.map((round) => round.reduce((sum, call) => sum + bytes(call), 0))
}

/** Spread evenly from the smallest to the largest, in the order of their paths. */
function filesOfAllSizes(folder: Folder): string[] {
  const bySize = folder.files().sort((one, other) => one.bytes - other.bytes)
  const step = Math.max(1, (bySize.length - 1) / (readCount - 1))
  return bySize
    .filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
    .map(({ path }) => path)
    .sort()
}

function resultOf(folder: Folder, call: PlannedCall): string {
  if (call.toolName === 'grep') return folder.grep(call.input.word)
  return folder[call.toolName](call.input.path)
}

function takeTurns<T>(items: readonly T[], make: (item: T) => PlannedCall): () => PlannedCall {
  let next = 0
  return () => {
    const item = items[next % items.length]
    next += 1
    if (item === undefined) throw new Error('there is nothing to take turns with')
    return make(item)
  }
}
