/**
 * What the fields of a message held at one moment: names and values in their order. It holds texts and other primitives,
 * and no object of the host's, so that an edit in place is noticed.
 */
export type MessageWitness = readonly unknown[]

// What is larger or deeper is looked at anew each time; so is what stands in itself.
const mostLeaves = 1_024
const mostDepth = 16

/** Stand before the fields of an object and before the items of a list. No value of a host's is one of them. */
const openObject = Symbol('object')
const openList = Symbol('list')

/** Takes witnesses. One for many messages, so that each takes no more room than it needs. */
export class WitnessTaker {
  readonly #leaves: unknown[] = new Array(64).fill(undefined)
  #count = 0

  /**
   * The witness of a message; null for one whose fields don't tell all of it: a class instance, binary, a function, or
   * what can't be looked at.
   */
  take(message: unknown): MessageWitness | null {
    this.#count = 0
    try {
      return this.#value(message, 0) ? this.#leaves.slice(0, this.#count) : null
    } catch {
      // Whoever reads the message next comes upon the same, and reports it.
      return null
    }
  }

  /** Lets go of what it took last. */
  clear(): void {
    this.#leaves.fill(undefined)
  }

  #value(value: unknown, depth: number): boolean {
    if (typeof value !== 'object' || value === null) return typeof value !== 'function' && this.#add(value)
    if (depth > mostDepth) return false
    if (Array.isArray(value)) return this.#list(value, depth)
    return isPlain(value) && this.#fields(value, depth)
  }

  #list(list: readonly unknown[], depth: number): boolean {
    if (Object.getPrototypeOf(list) !== Array.prototype) return false
    if (!this.#add(openList) || !this.#add(list.length)) return false
    for (let index = 0; index < list.length; index += 1)
      if (!this.#value(list[index], depth + 1)) return false
    return true
  }

  #fields(fields: Readonly<Record<string, unknown>>, depth: number): boolean {
    if (!this.#add(openObject)) return false
    const at = this.#count
    if (!this.#add(0)) return false
    let count = 0
    for (const key in fields) {
      count += 1
      if (!this.#add(key) || !this.#value(fields[key], depth + 1)) return false
    }
    this.#leaves[at] = count
    return true
  }

  #add(leaf: unknown): boolean {
    if (this.#count === mostLeaves) return false
    this.#leaves[this.#count] = leaf
    this.#count += 1
    return true
  }
}

/** Whether a message holds what a witness saw. Texts that are the same object cost next to nothing. */
export function isAsWitnessed(message: unknown, witness: MessageWitness): boolean {
  try {
    return endOf(message, witness, 0) === witness.length
  } catch {
    return false
  }
}

const differs = -1

/** Index behind the leaves of a value that is as it was; -1 for one that is not. */
function endOf(value: unknown, witness: MessageWitness, at: number): number {
  if (typeof value !== 'object' || value === null) return value === witness[at] ? at + 1 : differs
  if (Array.isArray(value)) return witness[at] === openList ? endOfList(value, witness, at + 1) : differs
  return witness[at] === openObject && isPlain(value) ? endOfFields(value, witness, at + 1) : differs
}

function endOfFields(fields: Readonly<Record<string, unknown>>, witness: MessageWitness, at: number): number {
  let next = at + 1
  let count = 0
  for (const key in fields) {
    if (witness[next] !== key) return differs
    const value = fields[key]
    next += 1
    // Most fields are texts.
    if (typeof value === 'string') {
      if (value !== witness[next]) return differs
      next += 1
    } else {
      next = endOf(value, witness, next)
      if (next === differs) return differs
    }
    count += 1
  }
  return count === witness[at] ? next : differs
}

function endOfList(list: readonly unknown[], witness: MessageWitness, at: number): number {
  if (Object.getPrototypeOf(list) !== Array.prototype || list.length !== witness[at]) return differs
  let next = at + 1
  for (let index = 0; index < list.length; index += 1) {
    next = endOf(list[index], witness, next)
    if (next === differs) return differs
  }
  return next
}

// The fields of an instance need not be all that its class makes of it.
function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
