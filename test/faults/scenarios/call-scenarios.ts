import type { OpenAIChatMessage } from '../../../src/dialects/openai-chat/index.ts'
import type { ReductionMemory } from '../../../src/index.ts'
import { bytes, exchange, system, toolLoop, user } from '../../support/messages.ts'
import type { SentRules } from '../find-sent-faults.ts'
import type { Scenario } from '../scene.ts'
import { faultyFunctions, faultySource, hardLimit, openFaultyRun } from './open-faulty-run.ts'

type Message = OpenAIChatMessage

const rules: SentRules = { hardLimit, retention: 1 }
const small: readonly Message[] = [system(), user('One question.')]
const large: readonly Message[] = [...toolLoop(4, 400), user('And now?')]

const withinLimit: Scenario = {
  name: 'a list within the limit',
  open: async (host) => {
    const dialect = host.wrap('dialect', host.library.openaiChat(), 'pure')
    const run = openFaultyRun(host, faultyFunctions(host), { dialect })
    const dispatch = () =>
      run.dispatch(
        faultySource(host, () => small),
        host.send(() => small, rules),
        call,
      )
    const call = { signal: host.signal }
    return {
      run: run as never, // a run of any message
      act: dispatch,
      again: () =>
        run.dispatch(
          small,
          host.send(() => small, rules),
        ),
    }
  },
}

const compaction: Scenario = {
  name: 'a reducer that is asked twice',
  open: async (host) => {
    const drop = host.library.dropOldest()
    const dialect = host.wrap('dialect', host.library.openaiChat(), 'pure')
    const run = openFaultyRun(
      host,
      {
        ...faultyFunctions(host),
        maximumCompactionAttempts: 2,
        upstreamReducer: (request) =>
          host.port('reducer', async () =>
            request.attempt === 1
              ? { drop: request.units.map(({ index }) => index) }
              : drop(request as never),
          ),
      },
      { dialect },
    )
    return {
      run: run as never, // a run of any message
      act: () =>
        run.dispatch(
          faultySource(host, () => large),
          host.send(() => large, rules),
          { signal: host.signal },
        ),
      again: () =>
        run.dispatch(
          large,
          host.send(() => large, rules),
        ),
    }
  },
}

const toleratedReducer: Scenario = {
  name: 'a reducer whose failure is tolerated, and relief',
  open: async (host) => {
    const held: SentRules = { hardLimit, retention: 1, mayElide: true }
    const list = [system(), user('Look.'), ...exchange('one', bytes(500)), ...exchange('two', bytes(700))]
    const run = openFaultyRun(host, {
      onReducerFailure: 'fallback',
      relief: ['elide', 'shrinkRetention'],
      recentMessageRetentionCount: 4,
      minimumRetentionCount: 1,
      omissionNotice: true,
      upstreamReducer: ({ messages }) => host.port('reducer', async () => messages.slice(-1)),
    })
    return {
      run: run as never, // a run of any message
      act: () =>
        run.dispatch(
          faultySource(host, () => list, false),
          host.send(() => list, held),
          {
            signal: host.signal,
          },
        ),
      again: () =>
        run.dispatch(
          list,
          host.send(() => list, held),
        ),
    }
  },
}

const summary: Scenario = {
  name: 'a reducer that has a model sum up',
  open: async (host) => {
    const held: SentRules = { ...rules, summaries: ['in short'] }
    const generate = () => host.port('generate', async () => ({ text: 'in short', finishReason: 'stop' }))
    const run = openFaultyRun(host, {
      upstreamReducer: host.library.summarize({ generate, inputLimit: 7_000 }),
    })
    return {
      run: run as never, // a run of any message
      act: () =>
        run.dispatch(
          large,
          host.send(() => large, held),
          { signal: host.signal },
        ),
      again: () =>
        run.dispatch(
          large,
          host.send(() => large, held),
        ),
    }
  },
}

const remembering = (elides: boolean): Scenario => ({
  name: `a reduction that is remembered in a store${elides ? ', and elision' : ''}`,
  open: async (host) => {
    const held: SentRules = { ...rules, mayElide: true }
    let kept: string | undefined
    let remembered: ReductionMemory | undefined
    const store = {
      get: () => {
        // Somebody waits for what is written, while the store is still being read.
        queueMicrotask(() => void remembered?.written())
        return host.port('store.get', async () => kept)
      },
      set: (_: string, text: string) =>
        host.port('store.set', async () => {
          kept = text
        }),
    }
    const open = () => host.library.reductionMemory({ store, key: 'conversation' })
    const before = open()
    const first = openFaultyRun(host, {}, { memory: before, report: [] })
    await first.dispatch(large, async () => 'answer')
    await before.written()
    const recalled = open()
    remembered = recalled
    const run = openFaultyRun(host, { elideOlderResults: elides }, { memory: recalled })
    const longer = [...large, user('More.')]
    return {
      run: run as never, // a run of any message
      act: async () => {
        const call = { signal: host.signal }
        const answer = await run.dispatch(
          faultySource(host, () => longer),
          host.send(() => longer, held),
          call,
        )
        await Promise.race([recalled.written(), whenAborted(host.signal)])
        return answer
      },
      again: () =>
        run.dispatch(
          longer,
          host.send(() => longer, held),
        ),
    }
  },
})

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

const overflow: Scenario = {
  name: 'a list that the provider finds too long',
  open: async (host) => {
    const tooLong = new Error('too long')
    const run = openFaultyRun(host)
    const send = host.send(() => large, rules)
    let count = 0
    const sendTwice = async (list: readonly Message[]): Promise<string> => {
      const answer = await send(list)
      count += 1
      if (count === 1) throw tooLong
      return answer
    }
    const retryOnOverflow = (error: unknown) => host.sync('retryOnOverflow', () => error === tooLong)
    return {
      run: run as never, // a run of any message
      act: async () => {
        try {
          return await run.dispatch(large, sendTwice, { signal: host.signal, retryOnOverflow })
        } catch (error) {
          if (error !== tooLong) throw error
          return undefined
        }
      },
      again: () => run.dispatch(large, send),
    }
  },
}

const observed: Scenario = {
  name: 'a run that only observes',
  open: async (host) => {
    const run = openFaultyRun(host, { ...faultyFunctions(host), mode: 'observe' })
    const held: SentRules = { ...rules, passes: true }
    return {
      run: run as never, // a run of any message
      act: () =>
        run.dispatch(
          faultySource(host, () => large),
          host.send(() => large, held),
          { signal: host.signal },
        ),
      again: () =>
        run.dispatch(
          large,
          host.send(() => large, held),
        ),
    }
  },
}

const unbounded: Scenario = {
  name: 'a run without compaction',
  open: async (host) => {
    const run = host.library.createPlimsoll<Message>().openRun<Message>()
    const child = run.child()
    const held: SentRules = { ...rules, passes: true }
    return {
      run: run as never, // a run of any message
      act: async () => {
        const source = faultySource(host, () => large)
        await child.dispatch(
          source,
          host.send(() => large, held),
          { signal: host.signal },
        )
        await child.close()
      },
      again: () =>
        run.dispatch(
          large,
          host.send(() => large, held),
        ),
    }
  },
}

export const callScenarios: readonly Scenario[] = [
  ...[
    withinLimit,
    compaction,
    toleratedReducer,
    summary,
    remembering(true),
    remembering(false),
    overflow,
    observed,
    unbounded,
  ],
]
