import { InputError } from '../input-error.ts'
import { quote } from './parse-size.ts'

/** @throws InputError naming the option and what can be chosen */
export function parseChoice<const T extends string>(text: string, subject: string, choices: readonly T[]): T {
  const choice = choices.find((each) => each === text)
  if (choice !== undefined) return choice
  throw new InputError(subject, undefined, `${quote(text)} is unknown; choose one of ${choices.join(', ')}`)
}
