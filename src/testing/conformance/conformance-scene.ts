import { utf8Bytes } from '../../context/measure.ts'
import type { MessageReading } from '../../context/reading.ts'
import type { PlimsollError } from '../../errors/plimsoll-error.ts'
import type { Composition } from '../../profile/compose.ts'
import type { HybridProfile } from '../../profile/hybrid-profile.ts'
import { recommended } from '../../profile/recommended.ts'
import { createPlimsoll } from '../../run/create-plimsoll.ts'
import type { Run } from '../../run/run.ts'
import type { RunOptions } from '../../run/run-options.ts'
import type { PlainMessage } from '../plain-message.ts'
import { type EventRecorder, recordEvents } from '../record-events.ts'
import type { CallMode, ConformanceAdapter, ConformanceSeam } from './conformance-adapter.ts'
import { WatchedModel } from './scripted-model.ts'
import { type WatchedCall, watchCalls } from './watch-calls.ts'

/** The hard limit of a scene, in bytes. */
export const sceneLimit = 4_000

export interface SceneOptions<M> {
  readonly profile?: Partial<HybridProfile<M>>
  readonly composition?: Composition<M>
  readonly run?: RunOptions<M>
}

/** A host that is connected to a model by a run of its own. */
export class ConformanceScene<M> {
  readonly adapter: ConformanceAdapter<M>
  readonly model = new WatchedModel<M>()
  readonly recorder: EventRecorder = recordEvents()
  readonly refusals: PlimsollError[] = []
  readonly run: Run<unknown>
  readonly calls: readonly WatchedCall[]
  readonly seam: ConformanceSeam<M>

  constructor(adapter: ConformanceAdapter<M>, { profile, composition, run }: SceneOptions<M> = {}) {
    this.adapter = adapter
    const preset = { hardLimitBytes: sceneLimit, relief: [], recentMessageRetentionCount: 1, ...profile }
    const plimsoll = createPlimsoll<M>(
      composition ?? recommended<M>(preset as Parameters<typeof recommended<M>>[0]), // bytes, unless it is composed
    )
    const opened = plimsoll.openRun({
      dialect: adapter.dialect,
      report: this.recorder.report,
      onRefusal: (error) => {
        this.refusals.push(error)
      },
      ...run,
    }) as Run<unknown> // seams take runs of any message
    const { watched, calls } = watchCalls(opened)
    this.run = watched
    this.calls = calls
    this.seam = adapter.connect({ run: watched, model: this.model })
  }

  messages(...plain: readonly PlainMessage[]): M[] {
    return [...this.adapter.messagesOf(plain)]
  }

  /** Makes a call, and rejects as the host does, or when the host takes too long. */
  async call(
    messages: readonly M[],
    mode: CallMode,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<unknown> {
    return this.inTime(this.seam.call(messages, { mode, signal }))
  }

  /** What the call ends with when it fails; undefined when it does not. */
  async failureOf(call: Promise<unknown>): Promise<unknown> {
    try {
      await call
      return undefined
    } catch (error) {
      return error ?? new Error('the host rejects with nothing')
    }
  }

  /** What the dialect reads in a list. */
  readings(messages: readonly M[]): readonly MessageReading[] {
    return messages.map((message) => this.adapter.dialect.read(message))
  }

  /** UTF-8 bytes of a list, without what a request carries beside it. */
  size(messages: readonly M[]): number {
    return this.readings(messages).reduce((sum, reading) => sum + utf8Bytes.estimate(reading), 0)
  }

  /** Everything that is text in a list. */
  text(messages: readonly M[]): string {
    return this.readings(messages)
      .flatMap(({ pieces }) => pieces.map((piece) => ('text' in piece ? piece.text : '')))
      .join('\n')
  }

  /** The promise, or a rejection when it takes longer than the adapter says that it may. */
  async inTime<T>(promise: Promise<T>): Promise<T> {
    const { patienceMs = 5_000 } = this.adapter
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`the host has not settled after ${patienceMs} ms`)),
        patienceMs,
      )
    })
    try {
      return await Promise.race([promise, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
