import type { AssemblyBounds, Awaitable } from '../../machines/index.ts'
import type { SnapshotCapture } from '../../src/assembly/snapshot-source.ts'
import { AssemblyWorkbench } from '../../src/assembly/workbench.ts'
import type { Entry } from '../../src/context/entry.ts'
import type { ReductionRequest } from '../../src/context/reduction.ts'
import type { SequenceRules } from '../../src/context/sequence-rules.ts'
import type { Dialect } from '../../src/dialects/dialect.ts'
import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import type { ReductionRange } from '../../src/memory/reduction-range.ts'
import { checkProfile } from '../../src/profile/check-profile.ts'
import { boundsOf } from '../../src/run/bounds-of.ts'
import { noRest } from '../../src/run/reducer-rest.ts'
import { epochFrom, eventsOf, type PathMoment } from './path-moments.ts'
import {
  contentFor,
  evictableDigest,
  proposalLabel,
  rememberedLabel,
  type ScriptedContent,
  sized,
  statedSize,
  withheldDigest,
} from './scripted-content.ts'

const dialect = openaiChat({ provider: 'openai' })
const strictRules: SequenceRules = {
  ...dialect.rules,
  rules: [...dialect.rules.rules, { id: 'scripted', demand: 'argumentsAreJson', source: 'this script' }],
}
const never = new Promise<never>(() => {})

/** A host that behaves as a path wants it: its history, reducer, dialect and leases, around the workbench of a call. */
export class ScriptedHost {
  readonly workbench: AssemblyWorkbench<OpenAIChatMessage>
  /** What the profile makes of the bounds, for the chart to run with. */
  readonly bounds: AssemblyBounds
  readonly #moments: readonly PathMoment[]
  #now: PathMoment | null = null
  #content: ScriptedContent = contentFor([])
  #version = 0
  #answer: 'never' | 'throw' | 'nothing' | number = 'never'

  constructor(moments: readonly PathMoment[], bounds: AssemblyBounds) {
    this.#moments = moments
    const profile = this.#profile(bounds)
    this.bounds = boundsOf(profile, bounds.replays)
    this.workbench = new AssemblyWorkbench({
      history: { capture: () => this.#capture() },
      dialect: this.#dialect(),
      profile,
      overhead: 0,
      desk: {
        reserve: (digests) => new Set(digests.filter((digest) => digest !== withheldDigest)),
        anyFree: () => this.#staleness() === 'lease',
      },
      bodies: () => [
        ...(this.#content.body === null ? [] : [{ digest: evictableDigest, text: this.#content.body }]),
        ...(this.#content.withholdsBody ? [{ digest: withheldDigest, text: sized(1) }] : []),
      ],
      run: this,
      callNumber: 0,
      signal: new AbortController().signal,
      rest: noRest,
      memory: { recall: (entries) => this.#recall(entries), forget: () => {} },
      onStarted: () => {},
    })
  }

  /** Gets ready for a state whose step must come to what happens at this moment of the path. */
  prepare(at: number): void {
    this.#now = this.#moments[at] ?? null
    if (this.#now?.state === 'snapshot.capturing') this.#show(contentFor(epochFrom(this.#moments, at)))
    else if (this.#staleness() === 'version') this.#show(contentFor([]))
    this.#answer = this.#answerAt(at)
  }

  /** Gets ready for a state that is left by what the host does, not by its step. */
  wait(): void {
    this.#now = null
    this.#answer = 'never'
  }

  #show(content: ScriptedContent): void {
    this.#content = content
    this.#version += 1
  }

  #staleness(): string {
    const event = this.#now?.event
    return event && 'facts' in event && 'staleness' in event.facts ? event.facts.staleness : 'none'
  }

  #fails(): boolean {
    return this.#now?.event.type === 'step.failed'
  }

  // At once or later, in turns: the charts must not care.
  #capture(): Awaitable<SnapshotCapture<OpenAIChatMessage>> {
    if (this.#fails()) throw new Error('the scripted history fails')
    const captured = { version: this.#version, messages: this.#content.messages }
    return this.#version % 2 === 0 ? captured : Promise.resolve(captured)
  }

  #answerAt(at: number): 'never' | 'throw' | 'nothing' | number {
    const event = this.#now?.event
    if (event?.type === 'step.failed') return 'nothing'
    if (event?.type !== 'reduction.proposed' || event.facts.failure === 'reducerTimedOut') return 'never'
    if (event.facts.failure === 'reducerFailed') return 'throw'
    const next = this.#moments[at + 1]?.event
    if (next?.type !== 'proposal.verified' || next.facts.reasons.length > 0) return 'nothing'
    const start = this.#moments.findLastIndex(
      ({ state }, before) => before < at && state === 'snapshot.capturing',
    )
    const before = eventsOf(this.#moments.slice(start, at), 'proposal.verified')
    return before.filter(({ facts }) => facts.reasons.length === 0).length
  }

  // At once or later, as the capture.
  #recall<M>(entries: readonly Entry<M>[]): Awaitable<readonly ReductionRange[]> {
    if (this.#now?.state !== 'evict.replaying') return []
    if (this.#fails()) throw new Error('the scripted memory fails')
    const ranges = entries.flatMap(({ reading }, from) =>
      reading.plainText?.includes(rememberedLabel) ? [{ from, count: 1, elided: null, standIns: [] }] : [],
    )
    return this.#version % 2 === 0 ? ranges : Promise.resolve(ranges)
  }

  #reduce({ units, text }: ReductionRequest<OpenAIChatMessage>) {
    const answer = this.#answer
    if (answer === 'never') return never
    if (answer === 'throw') throw new Error('the scripted reducer fails')
    if (answer === 'nothing') return {}
    return {
      drop: units.flatMap(({ index }) => (text(index).includes(proposalLabel(answer)) ? [index] : [])),
    }
  }

  // A host's own dialect may fail, or change its mind about what the provider takes.
  #dialect(): Dialect<OpenAIChatMessage> {
    const fail = (): void => {
      if (this.#fails() && this.#now?.state !== 'reduce.proposing')
        throw new Error('the scripted dialect fails')
    }
    const readRules = (): SequenceRules => {
      fail()
      const event = this.#now?.event
      return event?.type === 'dispatch.confirmed' && event.facts.reasons.length > 0
        ? strictRules
        : dialect.rules
    }
    return {
      ...dialect,
      get rules() {
        return readRules()
      },
      elide: (...elision) => {
        fail()
        return dialect.elide(...elision)
      },
    }
  }

  #profile(bounds: AssemblyBounds) {
    return checkProfile<OpenAIChatMessage>({
      hardLimitUnits: bounds.hardLimit,
      triggerMarginUnits: bounds.hardLimit - bounds.threshold,
      recentMessageRetentionCount: 2,
      minimumRetentionCount: 1,
      maximumCompactionAttempts: bounds.maximumAttempts,
      upstreamReducer: (request) => this.#reduce(request),
      estimator: {
        unit: 'stated',
        estimate: ({ pieces }) =>
          pieces.reduce((sum, piece) => sum + ('text' in piece ? statedSize(piece.text) : 0), 0),
      },
      onBrokenSequence: bounds.refusesBrokenSequence ? 'terminate' : 'pass',
      elideOlderResults: bounds.elidesResults,
      relief: bounds.relief,
      onReducerFailure: bounds.toleratesReducerFailure ? 'fallback' : 'throw',
      reducerTimeoutMs: 1,
    })
  }
}
