import { bodyOf, referenceOf } from '../../leases/body-run.ts'
import { bytes } from '../../support/messages.ts'

/** The hard limit of every scenario, in bytes: without the long exchange, the turns and the body fit. */
export const hardLimitBytes = 1_100

/** What rides along in the place of its reference. */
export const body = bodyOf('a')

/** What one message of each host's shape is made of. */
export interface MessageForms<M> {
  user(text: string): M
  calls(id: string, asked: string): M
  result(id: string, text: string): M
}

/** The same conversation for every host: a long exchange, then one whose result is a reference. */
export function turnsIn<M>({ user, calls, result }: MessageForms<M>): M[] {
  return [
    user('Look it up.'),
    ...[calls('call-x', 'ask-x'), result('call-x', bytes(1_200))],
    user('And that.'),
    ...[calls('call-a', 'ask-a'), result('call-a', referenceOf('a'))],
    user('Go on.'),
  ]
}

const texts = ['Look it up.', 'ask-x', 'call-x', 'And that.', 'ask-a', 'call-a', 'Go on.']

/** Every index of the conversation. */
export const everyTurn: readonly number[] = [...texts.keys()]

/** Which turn a sent message is, as JSON in whatever shape; undefined for one that is none. */
export function turnOf(json: string): number | undefined {
  const found = texts.findIndex((text) => json.includes(text))
  if (found === -1) return undefined
  // Some hosts write into a result what was asked.
  const isResult = json.includes('"tool-result"') && /ask-/.test(json)
  return isResult ? found + 1 : found
}
