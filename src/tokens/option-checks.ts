import { ProfileError, type ProfileIssue } from '../errors/profile-error.ts'
import type { Framing } from './framing.ts'

/** Collects what is wrong with the options of one function, for one error that names all of it. */
export class OptionChecks {
  readonly #owner: string
  readonly #issues: ProfileIssue[] = []

  constructor(owner: string) {
    this.#owner = owner
  }

  refuse(name: string, message: string): void {
    this.#issues.push({ path: `${this.#owner}.${name}`, message })
  }

  callable(name: string, value: unknown): void {
    if (typeof value !== 'function') this.refuse(name, `must be a function (got ${describe(value)})`)
  }

  wholeNumber(name: string, value: unknown, least: number): void {
    if (Number.isSafeInteger(value) && Number(value) >= least) return
    this.refuse(name, `must be a whole number of at least ${least} (got ${describe(value)})`)
  }

  number(
    name: string,
    value: unknown,
    { above, most = Number.MAX_VALUE }: { above: number; most?: number },
  ): void {
    if (isNumber(value) && value > above && value <= most) return
    const range = most === Number.MAX_VALUE ? `above ${above}` : `above ${above} and at most ${most}`
    this.refuse(name, `must be a number ${range} (got ${describe(value)})`)
  }

  framing(framing: Framing): void {
    for (const [name, tokens] of Object.entries(framing)) this.wholeNumber(`framing.${name}`, tokens, 0)
  }

  /** @throws ProfileError when anything was refused */
  throwIfAny(): void {
    if (this.#issues.length > 0) throw new ProfileError(this.#issues)
  }
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Numbers as they are, anything else by its type: values of the host's stay out of messages. */
function describe(value: unknown): string {
  return typeof value === 'number' ? String(value) : typeof value
}
