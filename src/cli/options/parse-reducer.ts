import { chain, type PlanReducer } from '../../reducers/chain.ts'
import { dropOldest } from '../../reducers/drop-oldest.ts'
import { dropToolExchanges } from '../../reducers/drop-tool-exchanges.ts'
import { slidingWindow } from '../../reducers/sliding-window.ts'
import { InputError } from '../input-error.ts'
import { parseCount } from './parse-count.ts'
import { quote } from './parse-size.ts'

const makers: Readonly<Record<string, (keep: number | undefined) => PlanReducer>> = {
  'drop-oldest': () => dropOldest(),
  'drop-tool-exchanges': (keep = 4) => dropToolExchanges({ keep }),
  'sliding-window': (keep = 8) => slidingWindow({ keep }),
  none: () => () => ({}),
}

const counted = ['drop-tool-exchanges', 'sliding-window']

/**
 * Makes the reducers that a text names: `drop-oldest`, `sliding-window=8`, `drop-tool-exchanges=4`, `none`; several, with
 * commas between them, take turns as a chain.
 *
 * @throws InputError naming what is known
 */
export function parseReducer(text: string, subject: string): PlanReducer {
  const [first, ...others] = text.split(',').map((name) => makeReducer(name.trim(), subject))
  if (!first) throw unknownReducer(text, subject)
  return others.length === 0 ? first : chain(first, ...others)
}

function makeReducer(text: string, subject: string): PlanReducer {
  const [name = '', keep, ...more] = text.split('=')
  const make = Object.hasOwn(makers, name) ? makers[name] : undefined
  if (!make || more.length > 0) throw unknownReducer(text, subject)
  if (keep === undefined) return make(undefined)
  if (!counted.includes(name))
    throw new InputError(subject, undefined, `${name} takes no number; leave it out`)
  return make(parseCount(keep, subject, 0))
}

function unknownReducer(text: string, subject: string): InputError {
  return new InputError(
    subject,
    undefined,
    `${quote(text)} is unknown; choose from drop-oldest, drop-tool-exchanges=N, sliding-window=N and none`,
  )
}
