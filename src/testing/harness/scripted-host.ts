import type { AssemblyBounds, Awaitable } from '../../../machines/index.ts'
import type { SnapshotCapture } from '../../assembly/snapshot-source.ts'
import { AssemblyWorkbench } from '../../assembly/workbench.ts'
import type { Entry } from '../../context/entry.ts'
import type { SequenceRules } from '../../context/sequence-rules.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import { type OpenAIChatMessage, openaiChat } from '../../dialects/openai-chat/index.ts'
import type { ReductionRange } from '../../memory/reduction-range.ts'
import { checkProfile } from '../../profile/check-profile.ts'
import { boundsOf } from '../../run/bounds-of.ts'
import { noRest } from '../../run/reducer-rest.ts'
import { toChatMessage } from '../plain-message.ts'
import { epochFrom, type PathMoment } from './path-moments.ts'
import { answerAt, reduceAs, type ScriptedAnswer } from './scripted-answer.ts'
import {
  contentFor,
  evictableDigest,
  rememberedLabel,
  type ScriptedContent,
  sized,
  withheldDigest,
} from './scripted-content.ts'
import { scriptedProfile } from './scripted-profile.ts'

const dialect = openaiChat({ provider: 'openai' })
const strictRules: SequenceRules = {
  ...dialect.rules,
  rules: [...dialect.rules.rules, { id: 'scripted', demand: 'argumentsAreJson', source: 'this script' }],
}

/** A host that behaves as a path wants it: its history, reducer, dialect and leases, around the workbench of a call. */
export class ScriptedHost {
  readonly workbench: AssemblyWorkbench<OpenAIChatMessage>
  /** What the profile makes of the bounds, for the chart to run with. */
  readonly bounds: AssemblyBounds
  readonly #moments: readonly PathMoment[]
  #now: PathMoment | null = null
  #content: ScriptedContent
  #version = 0
  #answer: ScriptedAnswer = 'never'

  constructor(moments: readonly PathMoment[], bounds: AssemblyBounds) {
    this.#moments = moments
    this.#content = contentFor([], bounds)
    const profile = checkProfile<OpenAIChatMessage>(
      scriptedProfile(bounds, (request) => reduceAs(this.#answer, request)),
    )
    this.bounds = boundsOf(profile, bounds.replays)
    this.workbench = new AssemblyWorkbench({
      history: { capture: () => this.#capture() },
      dialect: this.#dialect(),
      profile,
      overhead: 0,
      desk: {
        reserve: (digests) => new Set(digests.filter((digest) => digest !== withheldDigest)),
        send: () => {},
        anyFree: () => this.#staleness() === 'lease',
      },
      bodies: () => [
        ...(this.#content.body === null
          ? []
          : [{ digest: evictableDigest, key: evictableDigest, text: this.#content.body }]),
        ...(this.#content.withholdsBody
          ? [{ digest: withheldDigest, key: withheldDigest, text: sized(1) }]
          : []),
      ],
      run: this,
      callNumber: 0,
      signal: new AbortController().signal,
      offload: null,
      rest: noRest,
      memory: { recall: (entries) => this.#recall(entries), forget: () => {} },
      onStarted: () => {},
    })
  }

  /** Gets ready for a state whose step must come to what happens at this moment of the path. */
  prepare(at: number): void {
    this.#now = this.#moments[at] ?? null
    if (this.#now?.state === 'snapshot.capturing') {
      this.#show(contentFor(epochFrom(this.#moments, at), this.bounds))
    } else if (this.#staleness() === 'version') this.#show(contentFor([], this.bounds))
    this.#answer = answerAt(this.#moments, at)
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
    const captured = { version: this.#version, messages: this.#content.messages.map(toChatMessage) }
    return this.#version % 2 === 0 ? captured : Promise.resolve(captured)
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
}
