/** Literal codes of the errors that this library throws. A released code keeps its meaning. */
export type PlimsollErrorCode =
  | 'assemblyTerminated'
  | 'reducerContract'
  | 'reducerTimeout'
  | 'summary'
  | 'composition'
  | 'profile'
  | 'trustBinding'
  | 'snapshot'
  | 'estimator'
  | 'classifier'
  | 'serverHeldContext'
  | 'runClosed'
  | 'artifact'
  | 'lease'
  | 'runState'
  | 'pathDiverged'
  | 'internal'

const registryKey = Symbol.for('plimsoll.error')
const causeKey = Symbol.for('plimsoll.error.cause')

/**
 * Base class of every error that this library throws of its own. Its message holds codes, indexes and numbers, never
 * content; an error of the host's that led to it is not its `cause` (consoles print causes) but what `causeOf` returns.
 */
export abstract class PlimsollError extends Error {
  abstract readonly code: PlimsollErrorCode
  readonly #cause: unknown

  constructor(message: string, options: { readonly cause?: unknown } = {}) {
    super(message)
    this.#cause = options.cause
    Object.defineProperty(this, registryKey, { value: true })
  }

  /** Whether a value is an error of this library, of whatever copy of it, ESM or CommonJS. */
  static isInstance(value: unknown): value is PlimsollError {
    try {
      return typeof value === 'object' && value !== null && registryKey in value
    } catch {
      // A proxy that throws when it is looked at is none of ours.
      return false
    }
  }

  /** @internal read by `causeOf`, also across copies of this library */
  [causeKey](): unknown {
    return this.#cause
  }
}

/** Gives an error class its name for good: a bundler may rename the class itself. */
export function nameError(errorClass: { readonly prototype: object }, name: string): void {
  Object.defineProperty(errorClass.prototype, 'name', { value: name, writable: true, configurable: true })
}

/** The host's own error behind one of ours, by identity; undefined when there is none. */
export function causeOf(error: unknown): unknown {
  if (!PlimsollError.isInstance(error)) return undefined
  const open: unknown = Reflect.get(error, causeKey)
  return typeof open === 'function' ? open.call(error) : undefined
}

/** Whether a value is an error of this library with the given code. */
export function hasCode(value: unknown, code: PlimsollErrorCode): boolean {
  return PlimsollError.isInstance(value) && value.code === code
}
