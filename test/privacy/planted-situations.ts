import type { OpenAIChatMessage } from '../../src/dialects/openai-chat/index.ts'
import {
  type HybridProfile,
  liveHistory,
  type Reducer,
  type Run,
  type SnapshotSource,
} from '../../src/index.ts'
import type { CallOptions, RunOptions } from '../../src/run/run-options.ts'
import { bytes } from '../support/messages.ts'
import { canary } from './find-canaries.ts'

type Message = OpenAIChatMessage
type History = readonly Message[] | SnapshotSource<Message>

/** One way for a call to go, with planted texts wherever a host can put text. */
export interface PlantedSituation {
  readonly name: string
  readonly profile?: Partial<HybridProfile<Message>>
  readonly run?: RunOptions<Message>
  readonly call?: CallOptions<Message>
  /** What is done with each run before its first call. */
  readonly before?: (run: Run<Message>) => Promise<unknown>
  readonly history?: () => History
  readonly send?: () => unknown
}

/** An error with planted texts in every part of it. */
export function plantedError(place: string): Error {
  return Object.assign(
    new Error(canary(`${place}-message`), { cause: new Error(canary(`${place}-cause`)) }),
    {
      body: { text: canary(`${place}-body`) },
    },
  )
}

/** A conversation with planted texts in every part of it, too large for a limit of 2,000. */
export function plantedMessages(): Message[] {
  return [
    { role: 'system', content: canary('system') },
    { role: 'developer', content: canary('developer'), name: canary('author') },
    { role: 'user', content: [{ type: 'text', text: canary('part') }], metadata: { id: canary('metadata') } },
    {
      role: 'assistant',
      content: null,
      reasoning_content: canary('reasoning'),
      tool_calls: [
        {
          id: canary('call-id'),
          type: 'function',
          function: {
            name: canary('tool'),
            arguments: JSON.stringify({ [canary('key')]: canary('argument') }),
          },
        },
      ],
    },
    { role: 'tool', tool_call_id: canary('call-id'), content: canary('result') + bytes(1_500) },
    {
      role: 'user',
      content: [{ type: 'image_url', image_url: { url: `https://a.example/${canary('url')}` } }],
    },
    { role: 'assistant', content: canary('answer') + bytes(600), [canary('field')]: canary('value') },
    { role: canary('role'), content: canary('odd') },
    { role: 'user', content: canary('newest') },
  ] as Message[] // with fields that some hosts add
}

const broken = (): Message[] => {
  const messages = plantedMessages()
  messages.splice(4, 1)
  return messages
}

const throwing = (place: string) => (): never => {
  throw plantedError(place)
}

const answer = (value: unknown): Reducer<Message> => (() => value) as Reducer<Message> // may be wrong on purpose

const trust = (checks: number): RunOptions<Message> => {
  let left = checks
  return {
    trustBinding: {
      owner: canary('owner'),
      sessionId: canary('session'),
      workspaceId: canary('workspace'),
      current: () => {
        left -= 1
        return left >= 0
      },
    },
  }
}

function changing(): History {
  let version = 0
  return {
    capture: () => {
      version += 1
      return { version: canary(`version-${version}`), messages: plantedMessages() }
    },
  }
}

function interrupted(): PlantedSituation {
  const history = liveHistory(plantedMessages())
  return {
    name: 'the history changes while the reducer is asked',
    history: () => history,
    profile: {
      maximumCompactionAttempts: 2,
      upstreamReducer: ({ attempt }) => {
        if (attempt > 1) return { drop: [3] }
        queueMicrotask(() => history.append({ role: 'user', content: canary('appended') }))
        return new Promise(() => {})
      },
    },
  }
}

function aborted(): PlantedSituation {
  const controller = new AbortController()
  return {
    name: 'the call is aborted while the reducer is asked',
    call: { signal: controller.signal },
    profile: {
      upstreamReducer: () => {
        queueMicrotask(() => controller.abort(plantedError('abort')))
        return new Promise(() => {})
      },
    },
  }
}

const unreadable = new Proxy(
  {},
  { get: throwing('getter'), ownKeys: throwing('getter'), has: throwing('getter') },
) as Message // what a host must not send

const huge = { upstreamReducer: answer({}), hardLimitBytes: 40 }

/** Made anew for each use: some of them can be played only once. */
export function plantedSituations(): readonly PlantedSituation[] {
  return [
    { name: 'the list is within the limit', profile: { hardLimitBytes: 50_000 } },
    { name: 'the list is reduced' },
    {
      name: 'a plan elides and summarises',
      profile: {
        upstreamReducer: answer({ elide: [4], summaries: [{ over: [5, 5], text: canary('summary') }] }),
      },
    },
    {
      name: 'a list holds a summary',
      profile: {
        upstreamReducer: ({ messages }) => [
          ...messages.slice(0, 3),
          { role: 'user', content: canary('summary') },
          ...messages.slice(5),
        ],
      },
    },
    {
      name: 'a list holds what is made up',
      profile: {
        upstreamReducer: ({ messages }) => [
          ...messages.slice(0, 2),
          { role: 'assistant', content: canary('forged') },
          ...messages.slice(5),
        ],
      },
    },
    { name: 'results are elided', profile: { elideOlderResults: true } },
    {
      name: 'the fallback preserves what is required',
      profile: { upstreamReducer: answer({}), omissionNotice: true },
    },
    {
      name: 'relief is given',
      profile: { ...huge, hardLimitBytes: 400, relief: ['elide', 'shrinkRetention'] },
    },
    { name: 'required content is too large', profile: huge },
    { name: 'the history changes for ever', history: changing },
    { name: 'a broken list is refused', history: broken, profile: { onBrokenSequence: 'terminate' } },
    { name: 'a broken list is repaired', history: broken, profile: { onBrokenSequence: 'repair' } },
    { name: 'trust is lost at entry', run: trust(0) },
    { name: 'trust is lost before dispatch', run: trust(1) },
    {
      name: 'the trust binding throws',
      run: { trustBinding: { owner: 'o', sessionId: 's', workspaceId: 'w', current: throwing('trust') } },
    },
    interrupted(),
    aborted(),
    { name: 'the call is aborted before', call: { signal: AbortSignal.abort(plantedError('abort')) } },
    { name: 'the reducer throws', profile: { upstreamReducer: throwing('reducer') } },
    {
      name: 'the reducer’s throwing is tolerated',
      profile: { upstreamReducer: throwing('reducer'), onReducerFailure: 'fallback' },
    },
    { name: 'the reducer answers with a text', profile: { upstreamReducer: answer(canary('answer')) } },
    {
      name: 'the reducer answers with unknown fields',
      profile: { upstreamReducer: answer({ [canary('field')]: canary('answer') }) },
    },
    {
      name: 'the reducer writes into its request',
      profile: {
        ...huge,
        maximumCompactionAttempts: 3,
        upstreamReducer: (request) => {
          for (const list of [request.rejections, request.units, request.turnRules]) {
            try {
              Reflect.set(list, '0', canary('rejection'))
            } catch {
              // What is frozen stays as it is.
            }
          }
          return {}
        },
      },
    },
    { name: 'the classifier throws', profile: { classifier: throwing('classifier') } },
    {
      name: 'the classifier answers with a text',
      profile: { classifier: () => canary('kind') as 'summary' },
    }, // wrong on purpose
    { name: 'the pin throws', profile: { pin: throwing('pin') } },
    {
      name: 'the estimator throws',
      profile: { estimator: { unit: 'utf8Bytes', estimate: throwing('estimator') } },
    },
    {
      name: 'the estimator answers with a text',
      profile: { estimator: { unit: 'utf8Bytes', estimate: () => canary('size') as unknown as number } },
    }, // wrong on purpose
    { name: 'the source throws', history: () => ({ capture: throwing('source') }) },
    {
      name: 'the source answers with a text',
      history: () => ({ capture: () => canary('capture') as never }),
    },
    {
      name: 'the source answers with a wrong version',
      history: () => ({ capture: () => ({ version: [canary('version')] as never, messages: [] }) }),
    },
    { name: 'the list is a text', history: () => canary('list') as never },
    { name: 'a message can’t be read', history: () => [...plantedMessages(), unreadable] },
    { name: 'the overhead is measured', call: { overhead: [canary('tools'), canary('schema')] } },
    { name: 'the overhead is wrong', call: { overhead: [canary('tools'), {}] as string[] } }, // wrong on purpose
    { name: 'the sinks throw', run: { report: throwing('sink'), onRefusal: throwing('listener') } },
    { name: 'the list can’t be sent', send: throwing('send') },
  ]
}
