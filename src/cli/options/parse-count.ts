import { InputError } from '../input-error.ts'
import { quote } from './parse-size.ts'

/** @throws InputError naming the option, when the text is no whole number of at least the minimum */
export function parseCount(text: string, subject: string, minimum: number): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (count >= minimum) return count
  throw new InputError(
    subject,
    undefined,
    `${quote(text)} is out of range; write a whole number of at least ${minimum}`,
  )
}
