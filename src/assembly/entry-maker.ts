import { assignableKinds, isAssignableKind, structuralKind } from '../context/classify-entry.ts'
import type { CarriedBody, Digest, Entry, EntryForm, EntryKind } from '../context/entry.ts'
import type { EntryView } from '../context/entry-view.ts'
import type { LinkKeys } from '../context/message-forms.ts'
import type { PlacedCall } from '../context/pair-tool-links.ts'
import type { MessageReading } from '../context/reading.ts'
import { ledgerText } from '../context/reference-ledger.ts'
import { readReference, readReferences } from '../context/references.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { ClassifierError } from '../errors/classifier-error.ts'
import { EstimatorError } from '../errors/estimator-error.ts'
import { SnapshotError } from '../errors/snapshot-error.ts'
import type { CheckedProfile } from '../profile/hybrid-profile.ts'
import { CallMemo } from './call-memo.ts'
import {
  elisionNotice,
  missingAnswerText,
  missingResultText,
  missingUserText,
  omissionText,
} from './constant-texts.ts'
import { isSamePiece } from './is-same-piece.ts'
import { KnownList } from './known-list.ts'
import type { RehydratedBody } from './rehydrated-body.ts'
import { replaceResults } from './replace-results.ts'
import type { ResultOffload } from './result-offload.ts'
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
  readonly #offload: Pick<ResultOffload, 'standInFor'> | null
  readonly #memo: CallMemo
  /** The host's list as it was read last. */
  #list: KnownList<M>

  constructor(
    dialect: Dialect<M>,
    profile: CheckedProfile,
    offload: Pick<ResultOffload, 'standInFor'> | null = null,
    memo: CallMemo = new CallMemo(),
  ) {
    this.#dialect = dialect
    this.#profile = profile
    this.#offload = offload
    this.#memo = memo
    this.#list = new KnownList(dialect, profile.estimator)
  }

  /** The entries of the host's list. Holes are messages, too: they are told by their index. */
  originals(messages: readonly M[]): readonly Entry<M>[] {
    const list = this.#memo.listFor(this.#dialect, this.#profile.estimator)
    this.#list = list
    const keepsEntries = list.keepsSizes && !this.#asksHost
    const entries: Entry<M>[] = new Array(messages.length)
    for (let index = 0; index < messages.length; index += 1) {
      const message = messages[index] as M // in range; a hole is read as undefined
      const known = list.entryOf(message, index)
      if (known && keepsEntries && known.message === message) {
        entries[index] = known
        continue
      }
      const reading = known?.reading ?? this.#read(message, index)
      // Before the host's functions are asked: they might edit the message.
      const witness = known ? undefined : this.#memo.witnesses.take(message)
      const entry = known && keepsEntries ? { ...known, message } : this.#original(message, index, reading)
      list.set(index, entry, witness)
      entries[index] = entry
    }
    list.endAt(messages.length)
    return entries
  }

  /** The entry of a message of the host's list. */
  original(message: M, index: number): Entry<M> {
    return this.#original(message, index, this.#read(message, index))
  }

  /**
   * The entry with results replaced by the envelopes that they are kept under, or by the notice; undefined when that takes
   * nothing out. References stay.
   */
  elided(entry: Entry<M>): Entry<M> | undefined {
    if (entry.body) return undefined
    const standIns = new Map<number, string>()
    entry.reading.links
      .filter((link) => link.type === 'result')
      .forEach(({ elidable, text }, ordinal) => {
        const standIn = elidable ? this.#standInFor(text) : null
        if (standIn !== null) standIns.set(ordinal, standIn)
      })
    if (standIns.size === 0) return undefined
    return this.#derived(entry, replaceResults(this.#dialect, entry.message, standIns), 'elided')
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
  withBody(entry: Entry<M>, ordinal: number, { digest, key, text }: RehydratedBody): Entry<M> {
    const carrying = this.#derived(entry, this.#dialect.elide(entry.message, [ordinal], text), 'body')
    const size = Math.max(0, carrying.size - entry.size)
    return { ...carrying, references: entry.references, body: { digest, key, size, without: entry } }
  }

  /** A body in a message of its own, where no result asked for it. */
  standingBody({ digest, key, text }: RehydratedBody): Entry<M> {
    const entry = this.#own(this.#dialect.userText(text), 'recoverableSegment', 'body')
    return { ...entry, references: [], body: { digest, key, size: entry.size, without: null } }
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
    if (entry.form !== 'original' || this.#list.isUnchanged(entry)) return false
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

  // Null where the result stays: there is nothing to take out, or nowhere to keep it.
  #standInFor(text: string | undefined): string | null {
    if (text === undefined) return elisionNotice
    if (readReference(text) !== undefined) return null
    const kept = this.#offload?.standInFor(text)
    if (kept !== undefined) return kept
    return text.length > elisionNotice.length ? elisionNotice : null
  }

  // The host's functions may change their mind: they are asked for each call.
  get #asksHost(): boolean {
    return this.#profile.classifier !== undefined || this.#profile.pin !== undefined
  }

  #original(message: M, index: number, reading: MessageReading): Entry<M> {
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
