import { type OpenAIChatMessage, openaiChat } from '../../src/dialects/openai-chat/index.ts'
import {
  type AssemblyDiagnostics,
  type HybridProfile,
  type Reducer,
  type ReductionMemory,
  reductionMemory,
} from '../../src/index.ts'
import { dropOldest } from '../../src/reducers/index.ts'
import { LastDiagnostics } from '../support/bound-conversation.ts'
import { compose } from '../support/compose.ts'

type Message = OpenAIChatMessage

/** One call of a conversation that has a memory. */
export interface RememberingCall {
  readonly sent: readonly Message[]
  readonly diagnostics: AssemblyDiagnostics
  /** How often the reducer was asked in this call. */
  readonly asked: number
}

/** A conversation whose calls share a memory, each in a run of its own: limit 6,000, margin 1,000, target 0.6. */
export class Remembering {
  readonly memory: ReductionMemory
  #asked = 0
  readonly #last = new LastDiagnostics()
  readonly #profile: Partial<HybridProfile<Message>>
  readonly #dialect: ReturnType<typeof openaiChat>
  readonly #reducer: Reducer<Message>

  constructor(
    profile: Partial<HybridProfile<Message>> = {},
    memory = reductionMemory(),
    dialect = openaiChat(),
  ) {
    this.#dialect = dialect
    this.memory = memory
    this.#profile = profile
    this.#reducer = profile.upstreamReducer ?? dropOldest()
  }

  async call(messages: readonly Message[]): Promise<RememberingCall> {
    const plimsoll = compose({
      hardLimitBytes: 6_000,
      triggerMarginBytes: 1_000,
      compactionTarget: 0.6,
      recentMessageRetentionCount: 2,
      ...this.#profile,
      upstreamReducer: (request) => {
        this.#asked += 1
        return this.#reducer(request)
      },
    })
    this.#asked = 0
    await using run = plimsoll.openRun({
      dialect: this.#dialect,
      memory: this.memory,
      report: this.#last.report,
    })
    const sent = await run.dispatch(Object.freeze([...messages]), (bounded) => bounded)
    if (!this.#last.value) throw new Error('a dispatched list has diagnostics')
    return { sent, diagnostics: this.#last.value, asked: this.#asked }
  }
}

/** A reducer that puts a summary in the place of all that need not stay. */
export function summarise(text: string): Reducer<Message> {
  return ({ units }) => {
    const first = units.findIndex(({ required }) => !required)
    const last = units.findLastIndex(({ required }) => !required)
    return first === -1 ? {} : { summaries: [{ over: [first, last], text }] }
  }
}
