import type { DispatchRules } from './dispatch-checker.ts'
import type { RawMessage } from './dispatch-reading.ts'

/** Texts that the library may put into a list. Released literals: a change of one is a change of behaviour. */
export const ownTexts = {
  elided: '[tool result left out to keep the request within its size limit]',
  noResult: '[no result: the tool call did not complete]',
  omission: '[earlier messages were left out to keep the request within its size limit]',
  noUser: '[no message from the user at this point]',
  noAnswer: '[no answer from the assistant at this point]',
  ledger: 'References from earlier messages that were left out of this request:',
} as const

/** One message of a dispatched list: its place in the host's list (-1 for what is not in it), and what is wrong with it. */
export interface SentMessage {
  readonly place: number
  readonly form: 'host' | 'elided' | 'added'
  readonly fault?: string
}

/** Finds out where each message of a dispatched list comes from: the host's own object, or a form that may stand for it. */
export function matchSent(
  host: readonly RawMessage[],
  sent: readonly RawMessage[],
  rules: DispatchRules,
): SentMessage[] {
  const placeOf = new Map(host.map((message, place) => [message, place]))
  const taken = new Set(sent.flatMap((message) => placeOf.get(message) ?? []))
  let last = -1
  return sent.map((message, index) => {
    const own = ownPlace(host, message, placeOf, last)
    if (own !== undefined) {
      last = own
      return { place: own, form: 'host' }
    }
    const place = rules.mayElide ? elidedPlace(host, message, taken, last) : -1
    if (place >= 0) {
      taken.add(place)
      last = place
      return { place, form: 'elided' }
    }
    if (isAddition(message, rules)) return { place: -1, form: 'added' }
    const what = `${message['role']} message ${index} of the sent list`
    return { place: -1, form: 'added', fault: `${what} is neither the host's object nor a known form` }
  })
}

// A host may put one object into its list twice: the next one behind the last match is meant.
function ownPlace(
  host: readonly RawMessage[],
  message: RawMessage,
  placeOf: ReadonlyMap<RawMessage, number>,
  last: number,
): number | undefined {
  const known = placeOf.get(message)
  if (known === undefined || host.indexOf(message) === known) return known
  const next = host.indexOf(message, last + 1)
  return next === -1 ? known : next
}

function elidedPlace(
  host: readonly RawMessage[],
  message: RawMessage,
  taken: ReadonlySet<number>,
  last: number,
): number {
  if (message['role'] !== 'tool' || message['content'] !== ownTexts.elided) return -1
  const fits = (original: RawMessage, place: number): boolean =>
    !taken.has(place) && sameBesideContent(original, message)
  const next = host.findIndex((original, place) => place > last && fits(original, place))
  return next >= 0 ? next : host.findIndex(fits)
}

function sameBesideContent(one: RawMessage, other: RawMessage): boolean {
  const strip = ({ content: _, ...rest }: RawMessage): string => JSON.stringify(Object.entries(rest).sort())
  return strip(one) === strip(other)
}

function isAddition({ role, content }: RawMessage, { mayRepair, summaries = [] }: DispatchRules): boolean {
  if (typeof content !== 'string') return false
  if (role === 'tool') return mayRepair === true && content === ownTexts.noResult
  if (role === 'assistant')
    return content === ownTexts.omission || (mayRepair === true && content === ownTexts.noAnswer)
  if (role !== 'user') return false
  if (mayRepair && content === ownTexts.noUser) return true
  if (content === ownTexts.omission || content.startsWith(`${ownTexts.ledger}\n`)) return true
  return summaries.some((text) => text !== '' && content.includes(text))
}
