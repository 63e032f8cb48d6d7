import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  createPlimsoll,
  type HybridProfile,
  type PlimsollEvent,
  type Reducer,
  type Run,
  type SnapshotSource,
} from '../../src/index.ts'
import type { CallOptions, RunOptions } from '../../src/run/run-options.ts'
import { compose } from '../support/compose.ts'
import { bytes, exchange, user } from '../support/messages.ts'

type Message = OpenAIChatMessage
type History = readonly Message[] | SnapshotSource<Message>

/** One way for a call to go, and the events that it is told by. */
export interface Situation {
  readonly name: string
  readonly profile?: Partial<HybridProfile<Message>>
  readonly run?: () => RunOptions<Message>
  readonly call?: () => CallOptions<Message>
  readonly history: () => History
  /** What the host does with the list; by default it sends it and gets an answer. */
  readonly send?: (messages: readonly Message[]) => unknown
  readonly events: readonly PlimsollEvent['type'][]
  /** What the call is rejected with, as far as it matters; undefined when it succeeds. */
  readonly rejection?: object
}

export const ownError = new Error('the host’s own')

const fail = (): never => {
  throw ownError
}
const never: Reducer<Message> = () => new Promise(() => {})
const nothing: Reducer<Message> = () => ({})
const large = () => [user(bytes(600)), user(bytes(600)), user('new')]
const succeeded = ['assembly.started', 'assembly.completed', 'assembly.composed'] as const
const terminated = ['assembly.started', 'assembly.terminated'] as const

/** A binding that is lost at its second check, or at its first. */
const binding = (checks: number) => () => {
  let left = checks
  return {
    trustBinding: {
      owner: 'owner',
      sessionId: 'session',
      workspaceId: 'workspace',
      current: () => {
        left -= 1
        return left >= 0
      },
    },
  }
}

function changingEachTime(): History {
  let version = 0
  return {
    capture: () => {
      version += 1
      return { version, messages: [...large(), user(String(version))] }
    },
  }
}

function abortedBy(reducerIsAsked: boolean): Pick<Situation, 'call' | 'profile'> {
  let controller = new AbortController()
  return {
    call: () => {
      controller = new AbortController()
      if (!reducerIsAsked) controller.abort(ownError)
      return { signal: controller.signal }
    },
    profile: {
      upstreamReducer: (request) => {
        controller.abort(ownError)
        return never(request)
      },
    },
  }
}

export const situations: readonly Situation[] = [
  { name: 'the list is within the limit', history: () => [user()], events: succeeded },
  { name: 'the list is reduced', history: large, events: succeeded },
  {
    name: 'the fallback preserves what is required',
    profile: { upstreamReducer: nothing },
    history: large,
    events: succeeded,
  },
  {
    name: 'required content is too large',
    profile: { upstreamReducer: nothing },
    history: () => [user('old'), user(bytes(2_000))],
    events: terminated,
    rejection: { outcome: 'irreducible', reason: 'requiredContentTooLarge' },
  },
  {
    name: 'the history changes for ever',
    history: changingEachTime,
    events: terminated,
    rejection: { outcome: 'concurrentMutationLimit', reason: 'concurrentMutation' },
  },
  {
    name: 'the list comes in broken and is to be refused',
    profile: { onBrokenSequence: 'terminate' },
    history: () => exchange('a').slice(1),
    events: terminated,
    rejection: { outcome: 'irreducible', reason: 'invalidSequence' },
  },
  {
    name: 'trust is lost after success',
    run: binding(1),
    history: large,
    events: ['assembly.started', 'assembly.completed'],
    rejection: { code: 'trustBinding', checkpoint: 'dispatch' },
  },
  {
    name: 'trust is lost at entry',
    run: binding(0),
    history: large,
    events: [],
    rejection: { code: 'trustBinding', checkpoint: 'entry' },
  },
  {
    name: 'the call is cancelled before it starts',
    ...abortedBy(false),
    history: large,
    events: [],
    rejection: ownError,
  },
  {
    name: 'the call is cancelled while the reducer is asked',
    ...abortedBy(true),
    history: large,
    events: ['assembly.started'],
    rejection: ownError,
  },
  {
    name: 'the reducer throws',
    profile: { upstreamReducer: fail },
    history: large,
    events: ['assembly.started'],
    rejection: ownError,
  },
  {
    name: 'the reducer throws, and that is tolerated',
    profile: { upstreamReducer: fail, onReducerFailure: 'fallback' },
    history: large,
    events: succeeded,
  },
  {
    name: 'the reducer breaks its contract',
    profile: { upstreamReducer: (() => null) as unknown as Reducer<Message> }, // wrong on purpose
    history: large,
    events: ['assembly.started'],
    rejection: { code: 'reducerContract' },
  },
  {
    name: 'the classifier throws',
    profile: { classifier: fail },
    history: large,
    events: [],
    rejection: ownError,
  },
  {
    name: 'the classifier answers with a kind that it may not assign',
    profile: { classifier: () => 'toolExchange' as 'summary' }, // wrong on purpose
    history: large,
    events: [],
    rejection: { code: 'classifier', index: 0 },
  },
  {
    name: 'the estimator throws',
    profile: { estimator: { unit: 'utf8Bytes', estimate: fail } },
    history: large,
    events: [],
    rejection: ownError,
  },
  {
    name: 'the source throws',
    history: () => ({ capture: fail }),
    events: [],
    rejection: ownError,
  },
  {
    name: 'a message can’t be read',
    history: () => [user(), new Proxy(user(), { get: fail, ownKeys: fail })],
    events: [],
    rejection: { code: 'snapshot', index: 1 },
  },
  {
    name: 'the list can’t be sent',
    history: large,
    send: fail,
    events: succeeded,
    rejection: ownError,
  },
]

/** Opens a run as a situation wants it, and dispatches one call through it. */
export function play(
  { profile, run, call, history, send = () => 'sent' }: Situation,
  options: RunOptions<Message> = {},
): { readonly run: Run<Message>; readonly sending: Promise<unknown> } {
  const opened = compose(profile).openRun({ ...run?.(), ...options })
  return { run: opened, sending: opened.dispatch(history(), send, call?.()) }
}

/** A run without any profile. */
export function openPassThrough(options: RunOptions<Message>): Run<Message> {
  return createPlimsoll<Message>().openRun(options)
}
