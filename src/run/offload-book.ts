import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import { type OffloadDecision, offloadBody } from '../artifacts/offload-body.ts'
import { untilAborted } from '../artifacts/until-aborted.ts'
import { isWrappedBody } from '../artifacts/wrap-body.ts'
import { digestText } from '../context/artifact-reference.ts'
import type { Digest } from '../context/entry.ts'
import { cutPreview, formatEnvelope } from '../context/envelope.ts'
import { readReference } from '../context/references.ts'
import { BoundedMap } from '../tokens/bounded-map.ts'
import type { ArtifactSettings } from './artifact-settings.ts'

interface Known {
  readonly digest: Digest
  readonly envelope: string
}

/** What one run has kept in its workspace: each text is looked at and stored once, however many calls take it out. */
export class OffloadBook {
  readonly #settings: ArtifactSettings
  /** By the text itself: the same strings come again with every call. */
  readonly #known = new BoundedMap<Known>(mostCharacters, (text) => text.length)
  readonly #stored = new BoundedMap<true>(mostDigests, () => 1)
  readonly #storing = new Map<Digest, Promise<boolean>>()

  constructor(settings: ArtifactSettings) {
    this.#settings = settings
  }

  /** The text that takes a result's place; undefined for one that is within the inline limit, or was read back. */
  envelopeOf(text: string): string | undefined {
    return this.#knownOf(text)?.envelope
  }

  /**
   * Stores what is not stored yet, and answers with the texts that could not be; at once when there is nothing to do.
   *
   * @param onDecision hears of each text that was not stored before in this run
   */
  store(
    texts: readonly string[],
    signal: AbortSignal,
    onDecision: (decision: OffloadDecision) => void,
  ): Awaitable<ReadonlySet<string>> {
    const missing = texts.filter((text) => !this.#isStored(text))
    return missing.length === 0 ? none : this.#storeAll(missing, signal, onDecision)
  }

  /** Tells of a text that was stored otherwise. */
  noteStored(digest: Digest): void {
    this.#stored.set(digest, true)
  }

  async #storeAll(
    texts: readonly string[],
    signal: AbortSignal,
    onDecision: (decision: OffloadDecision) => void,
  ): Promise<ReadonlySet<string>> {
    const failed = new Set<string>()
    const waiting = [...texts]
    const storeNext = async (): Promise<void> => {
      for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
        if (!(await this.#storeOnce(text, signal, onDecision))) failed.add(text)
      }
    }
    await Promise.all(Array.from({ length: mostAtOnce }, storeNext))
    return failed
  }

  // Calls that overlap wait for one and the same store. One that ends by another call's abort is tried again.
  async #storeOnce(
    text: string,
    signal: AbortSignal,
    onDecision: (decision: OffloadDecision) => void,
  ): Promise<boolean> {
    const digest = this.#knownOf(text)?.digest ?? ''
    const running = this.#storing.get(digest)
    if (running && (await running.catch(() => false))) return true
    if (this.#isStored(text)) return true
    // A workspace that doesn't heed the signal must not make the next call wait for this one.
    const work = untilAborted(this.#storeNow(text, signal, onDecision), signal)
    const storing = work.finally(() => this.#storing.delete(digest))
    this.#storing.set(digest, storing)
    return storing
  }

  async #storeNow(
    text: string,
    signal: AbortSignal,
    onDecision: (decision: OffloadDecision) => void,
  ): Promise<boolean> {
    const { workspace, owner, inlineLimitBytes, previewBytes } = this.#settings
    const decision = await offloadBody(workspace, owner, text, { inlineLimitBytes, previewBytes, signal })
    onDecision(decision)
    if (decision.digest === null) return false
    this.noteStored(decision.digest)
    return true
  }

  #isStored(text: string): boolean {
    const known = this.#knownOf(text)
    return known !== undefined && this.#stored.get(known.digest) === true
  }

  #knownOf(text: string): Known | undefined {
    const { inlineLimitBytes, previewBytes } = this.#settings
    // No character has more than three bytes for each of its code units.
    if (3 * text.length <= inlineLimitBytes) return undefined
    const known = this.#known.get(text)
    if (known) return known
    const bytes = Buffer.byteLength(text)
    if (bytes <= inlineLimitBytes || readReference(text) !== undefined || isWrappedBody(text))
      return undefined
    const digest = digestText(text)
    const preview = previewBytes > 0 ? cutPreview(Buffer.from(text).toString(), previewBytes) : undefined
    const made = { digest, envelope: formatEnvelope({ digest, bytes, preview }) }
    this.#known.set(text, made)
    return made
  }
}

const none: ReadonlySet<string> = new Set()
const mostCharacters = 8_000_000
const mostDigests = 10_000
const mostAtOnce = 8
