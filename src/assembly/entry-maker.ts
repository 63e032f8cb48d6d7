import { assignableKinds, isAssignableKind, structuralKind } from '../context/classify-entry.ts'
import type { CarriedBody, Digest, Entry, EntryForm, EntryKind } from '../context/entry.ts'
import type { EntryView } from '../context/entry-view.ts'
import type { LinkKeys } from '../context/message-forms.ts'
import type { PlacedCall } from '../context/pair-tool-links.ts'
import type { MessageReading } from '../context/reading.ts'
import { ledgerText } from '../context/reference-ledger.ts'
import { readReferences } from '../context/references.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { ClassifierError } from '../errors/classifier-error.ts'
import { EstimatorError } from '../errors/estimator-error.ts'
import { SnapshotError } from '../errors/snapshot-error.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import {
  elisionNotice,
  missingAnswerText,
  missingResultText,
  missingUserText,
  omissionText,
} from './constant-texts.ts'
import { isSamePiece } from './is-same-piece.ts'
import { unreadable } from './unreadable.ts'

interface Description {
  readonly kind: EntryKind
  readonly form: EntryForm
  readonly position: number
  readonly hostIndex: number
  readonly pinned?: boolean
  readonly body?: CarriedBody<unknown> | null
}

/** Makes entries out of messages: reads, classifies and measures them, and derives the forms that we send in their place. */
export class EntryMaker<M> {
  readonly #dialect: Dialect<M>
  readonly #profile: CheckedProfile

  constructor(dialect: Dialect<M>, profile: CheckedProfile) {
    this.#dialect = dialect
    this.#profile = profile
  }

  /** The entry of a message of the host's list. */
  original(message: M, index: number): Entry<M> {
    const reading = this.#read(message, index)
    const view: EntryView<M> = { index, role: reading.role, message, text: reading.plainText }
    const kind = structuralKind(reading) ?? this.#classify(view)
    // Typed for the caller's messages when the profile was given; the dialect of the run decides what they are.
    const pin = this.#profile.pin as ((entry: EntryView<M>) => unknown) | undefined
    const pinned = pin?.(view) === true
    return this.#entry(message, reading, {
      kind,
      form: 'original',
      position: index,
      hostIndex: index,
      pinned,
    })
  }

  /** The entry with results replaced by the notice; undefined when that takes nothing out. */
  elided(entry: Entry<M>): Entry<M> | undefined {
    if (entry.body) return undefined
    const results = entry.reading.links.filter((link) => link.type === 'result')
    const ordinals = results.flatMap(({ elidable, text }, ordinal) =>
      elidable && (text === undefined || text.length > elisionNotice.length) ? [ordinal] : [],
    )
    if (ordinals.length === 0 || entry.references.length > 0) return undefined
    return this.#derived(entry, this.#dialect.elide(entry.message, ordinals, elisionNotice), 'elided')
  }

  /** The entry with only some of its results; the entry itself when nothing goes. */
  withResults(entry: Entry<M>, keep: (ordinal: number) => boolean, others: boolean): Entry<M> | undefined {
    const message = this.#dialect.keepResults(entry.message, keep, others)
    return message === undefined ? undefined : this.#repaired(entry, message)
  }

  /** The entry with other pairing keys; the entry itself where its shape has no room for them. */
  renamed(entry: Entry<M>, keys: LinkKeys): Entry<M> {
    return this.#repaired(entry, this.#dialect.renameLinks(entry.message, keys))
  }

  /** The results of several entries in one; undefined where each result is a message of its own. */
  joined(entries: readonly Entry<M>[]): Entry<M> | undefined {
    const message = this.#dialect.joinResults?.(entries.map((entry) => entry.message))
    const first = entries.find(({ hostIndex }) => hostIndex >= 0) ?? entries[0]
    if (message === undefined || !first) return undefined
    return { ...this.#derived(first, message, 'repaired'), pinned: entries.some(({ pinned }) => pinned) }
  }

  /** A constant text where the provider misses a message. */
  missingTurn(role: 'user' | 'assistant'): Entry<M> {
    const message =
      role === 'user'
        ? this.#dialect.userText(missingUserText)
        : this.#dialect.assistantText(missingAnswerText)
    return this.#own(message, 'omissionNotice', 'repaired')
  }

  /** The entry with a body in the place of one of its results. */
  withBody(entry: Entry<M>, ordinal: number, digest: Digest, text: string): Entry<M> {
    const carrying = this.#derived(entry, this.#dialect.elide(entry.message, [ordinal], text), 'body')
    const size = Math.max(0, carrying.size - entry.size)
    return { ...carrying, references: entry.references, body: { digest, size, without: entry } }
  }

  answers(calls: readonly PlacedCall[]): readonly Entry<M>[] {
    if (calls.length === 0) return []
    const messages = this.#dialect.answerCalls(
      calls.map(({ link }) => link),
      missingResultText,
    )
    return messages.map((message) => this.#own(message, 'toolExchange', 'repaired'))
  }

  summary(text: string): Entry<M> {
    return this.#own(this.#dialect.userText(text), 'summary', 'summary')
  }

  /** Says that content was left out, in the role of who is missing there. */
  notice(role: 'user' | 'assistant' = 'user'): Entry<M> {
    const message =
      role === 'user' ? this.#dialect.userText(omissionText) : this.#dialect.assistantText(omissionText)
    return this.#own(message, 'omissionNotice', 'notice')
  }

  ledger(digests: readonly Digest[]): Entry<M> {
    const entry = this.#own(this.#dialect.userText(ledgerText(digests)), 'artifactReference', 'ledger')
    return { ...entry, references: digests }
  }

  /** A message that a reducer made up. One that can't be read is nothing but foreign. */
  foreign(message: M): Entry<M> {
    let reading: MessageReading
    try {
      reading = this.#dialect.read(message)
    } catch {
      // Whatever a reducer returns is a proposal: what can't be read is rejected, and never aborts the call.
      reading = unreadable
    }
    return this.#entry(message, reading, {
      kind: structuralKind(reading) ?? 'conversationalMessage',
      form: 'foreign',
      position: -1,
      hostIndex: -1,
    })
  }

  /** Size of content that stands beside the messages, such as tool schemas. */
  overhead(content: number | readonly string[]): number {
    if (typeof content === 'number') return content
    const pieces = content.map((text) => ({ type: 'opaque', text }) as const)
    return this.#checked(this.#profile.estimator.estimate({ role: 'system', pieces }), -1)
  }

  /** Whether the host's object reads otherwise than when its entry was made: it was edited in place. */
  isEdited(entry: Entry<M>): boolean {
    if (entry.form !== 'original') return false
    const { pieces } = entry.reading
    const now = this.#read(entry.message, entry.hostIndex).pieces
    return pieces.length !== now.length || !pieces.every((piece, index) => isSamePiece(piece, now[index]))
  }

  /** Measures an entry again, and fails when the answer differs from the first. */
  remeasure(entry: Entry<M>): void {
    const size = this.#checked(this.#profile.estimator.estimate(entry.reading), entry.hostIndex)
    if (size !== entry.size)
      throw new EstimatorError('differentSizes', this.#profile.estimator.unit, entry.hostIndex)
  }

  #own(message: M, kind: EntryKind, form: EntryForm): Entry<M> {
    return this.#entry(message, this.#dialect.read(message), { kind, form, position: -1, hostIndex: -1 })
  }

  #repaired(entry: Entry<M>, message: M): Entry<M> {
    return message === entry.message ? entry : this.#derived(entry, message, 'repaired')
  }

  #derived(entry: Entry<M>, message: M, form: EntryForm): Entry<M> {
    const { kind, position, hostIndex, pinned } = entry
    return this.#entry(message, this.#dialect.read(message), { kind, form, position, hostIndex, pinned })
  }

  #entry(message: M, reading: MessageReading, description: Description): Entry<M> {
    const { kind, form, position, hostIndex, pinned = false } = description
    const size = this.#checked(this.#profile.estimator.estimate(reading), hostIndex)
    return {
      message,
      reading,
      kind,
      form,
      size,
      position,
      hostIndex,
      references: readReferences(reading),
      body: null,
      pinned,
    }
  }

  #read(message: M, index: number): MessageReading {
    try {
      return this.#dialect.read(message)
    } catch (error) {
      throw new SnapshotError('unreadableMessage', { index, cause: error })
    }
  }

  #classify(view: EntryView<M>): EntryKind {
    // As with pins: typed where the profile was given.
    const classifier = this.#profile.classifier as ((entry: EntryView<M>) => unknown) | undefined
    const kind = classifier?.(view)
    if (kind === undefined) return 'conversationalMessage'
    if (!isAssignableKind(kind)) throw new ClassifierError(view.index, assignableKinds)
    return kind
  }

  #checked(size: number, hostIndex: number): number {
    if (Number.isSafeInteger(size) && size >= 0) return size
    throw new EstimatorError('invalidSize', this.#profile.estimator.unit, hostIndex)
  }
}
