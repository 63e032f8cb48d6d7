import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import { SnapshotError } from '../errors/snapshot-error.ts'
import { andThen } from './and-then.ts'
import type { SnapshotCapture, SnapshotSource } from './snapshot-source.ts'

/** The host's messages, and how to tell whether a later look shows the same. */
export interface Capture<M> {
  readonly messages: readonly M[]
  readonly version: number | string | undefined
}

/** Looks at the host's history. The list is copied, so that a later change can't reach what was captured. */
export function captureHistory<M>(history: readonly M[] | SnapshotSource<M>): Awaitable<Capture<M>> {
  if (isArray(history)) return { messages: copyOf(history), version: undefined }
  if (typeof history !== 'object' || history === null || typeof history.capture !== 'function') {
    throw new SnapshotError('notAList')
  }
  return andThen(history.capture(), readCapture)
}

/** Looks again: the same capture where the history still shows it, which spares copying the list. */
export function recaptureHistory<M>(
  history: readonly M[] | SnapshotSource<M>,
  before: Capture<M>,
): Awaitable<Capture<M>> {
  const isAsBefore = isArray(history) && isSameCapture({ messages: history, version: undefined }, before)
  return isAsBefore ? before : captureHistory(history)
}

/** Whether two captures show the same history. */
export function isSameCapture<M>(one: Capture<M>, other: Capture<M>): boolean {
  if (one === other) return true
  if (one.version !== undefined || other.version !== undefined) return one.version === other.version
  const { length } = one.messages
  if (length !== other.messages.length) return false
  for (let index = 0; index < length; index += 1)
    if (!Object.is(one.messages[index], other.messages[index])) return false
  return true
}

function readCapture<M>(captured: SnapshotCapture<M>): Capture<M> {
  if (typeof captured !== 'object' || captured === null) throw new SnapshotError('notAList')
  const { version, messages } = captured
  if (!isArray(messages)) throw new SnapshotError('notAList')
  if (typeof version !== 'string' && !Number.isFinite(version)) throw new SnapshotError('invalidVersion')
  return { messages: copyOf(messages), version }
}

function copyOf<M>(messages: readonly M[]): readonly M[] {
  try {
    return messages.slice()
  } catch (cause) {
    throw new SnapshotError('unreadableMessage', { cause, ...whereUnreadable(messages) })
  }
}

// The index of the first message that can't be looked at; nothing where the list as a whole can't be.
function whereUnreadable(messages: readonly unknown[]): { readonly index?: number } {
  let index = 0
  try {
    for (const { length } = messages; index < length; index += 1) void messages[index]
    return {}
  } catch {
    return { index }
  }
}

// Array.isArray does not narrow a union with a readonly array.
function isArray<M>(value: readonly M[] | unknown): value is readonly M[] {
  return Array.isArray(value)
}
