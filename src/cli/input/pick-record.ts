import { InputError } from '../input-error.ts'

/** A recorded request or conversation among several. */
export interface Picked {
  readonly value: unknown
  /** Names it, for messages. */
  readonly place: string
}

/**
 * The one of several recorded requests or conversations that `--pick` names, counted from 1.
 *
 * @throws InputError that names `--pick` and how many there are, when none is named or there is no such one
 */
export function pickRecord(
  records: readonly unknown[],
  placeOf: (index: number) => string,
  pick: number | undefined,
  name: string,
): Picked {
  const index = (pick ?? 0) - 1
  if (index >= 0 && index < records.length) return { value: records[index], place: placeOf(index) }
  const holds = `holds ${records.length} recorded requests or conversations`
  const problem = pick === undefined ? holds : `${holds}, and no ${pick} among them`
  throw new InputError(name, undefined, `${problem}; take one with --pick, from 1 to ${records.length}`)
}

/** @throws InputError when `--pick` asks a file with one conversation for another than the first */
export function requireOnlyOne(pick: number | undefined, name: string): void {
  if (pick === undefined || pick === 1) return
  throw new InputError(name, undefined, 'holds one conversation; leave --pick out')
}
