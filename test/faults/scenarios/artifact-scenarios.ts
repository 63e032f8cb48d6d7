import type { ArtifactWorkspace } from '../../../src/artifacts/index.ts'
import type { OpenAIChatMessage } from '../../../src/dialects/openai-chat/index.ts'
import type { HybridProfile } from '../../../src/index.ts'
import { bytes, exchange, system, user } from '../../support/messages.ts'
import type { FaultyHost } from '../faulty-host.ts'
import type { SentRules } from '../find-sent-faults.ts'
import type { Scenario } from '../scene.ts'
import { all, allOf } from './all-settled.ts'
import { faultyStorage } from './faulty-storage.ts'
import { faultySource, hardLimit, openFaultyRun } from './open-faulty-run.ts'

type Message = OpenAIChatMessage

const owner = { owner: 'ada', sessionId: 'session', workspaceId: 'place' }
const [one, two] = [bytes(500, 'a'), bytes(400, 'b')]
const list: readonly Message[] = [
  ...[system(), user('Look.')],
  ...[...exchange('one', one), ...exchange('two', two), ...exchange('three', bytes(300, 'c'))],
]

function elisionOn(
  host: FaultyHost,
  workspace: ArtifactWorkspace,
  looked: ArtifactWorkspace,
  profile: Partial<HybridProfile<Message>> = {},
) {
  const stored = new Set<string>()
  const held: SentRules = { hardLimit, retention: 1, mayElide: true, isStored: (text) => stored.has(text) }
  const run = openFaultyRun(
    host,
    { elideOlderResults: true, ...profile },
    { workspace, offload: { inlineLimitBytes: 100, previewBytes: 20 } },
  )
  // Looked at through a workspace of its own, right before a list is sent.
  const send = async (messages: readonly Message[]): Promise<string> => {
    const wasAborted = host.signal.aborted
    for (const text of [one, two]) {
      const read = await looked.read(host.library.digestText(text), owner)
      if (read.status === 'found' && read.body === text) stored.add(text)
    }
    if (!wasAborted) host.signal.throwIfAborted()
    return host.send(() => list, held)(messages)
  }
  return { run, send }
}

const elision: Scenario = {
  name: 'results that are kept in a storage when they are elided',
  open: async (host) => {
    const { storage, kept } = faultyStorage(host)
    const { artifactWorkspace } = host.library
    const { run, send } = elisionOn(
      host,
      artifactWorkspace({ storage }),
      artifactWorkspace({ storage: kept }),
    )
    return {
      run: run as never, // a run of any message
      act: () => {
        const { signal } = host
        return all([
          run.dispatch(
            faultySource(host, () => list),
            send,
            { signal },
          ),
          run.dispatch(list, send, { signal }),
        ])
      },
      again: () => run.dispatch(list, send),
    }
  },
}

const foreignWorkspace: Scenario = {
  name: "results that are kept in a host's own workspace",
  open: async (host) => {
    const own = host.library.artifactWorkspace()
    const { hold: _, ...workspace } = host.wrap('workspace', own, 'port')
    const { run, send } = elisionOn(host, workspace as ArtifactWorkspace, own) // it can't hold what is referred to
    const child = run.child()
    return {
      run: run as never, // a run of any message
      act: async () => {
        const signal = host.signal
        await all([
          run.dispatch(list, send, { signal }),
          child.dispatch(
            list,
            host.send(() => list, { ...rulesOfChild, isStored: () => true }),
            { signal },
          ),
        ])
        const reference = host.library.formatReference(host.library.digestText(one))
        await run.rehydrate(reference, { signal })
        const history = [system(), user('Look.'), ...exchange('one', reference), user('Go on.')]
        await run.dispatch(
          history,
          host.send(() => history, { ...rulesOfChild, bodies: [one] }),
          { signal },
        )
        await run.rehydrate(reference, { signal })
        await child.close()
      },
      again: () => run.dispatch(list, send),
    }
  },
}
const rulesOfChild: SentRules = { hardLimit, retention: 1, mayElide: true }

const atTheTool: Scenario = {
  name: 'a result that is kept at its tool and read back',
  open: async (host) => {
    const { storage } = faultyStorage(host)
    const workspace = host.library.artifactWorkspace({ storage })
    const run = openFaultyRun(host, {}, { workspace, offload: { inlineLimitBytes: 100 } })
    const tool = host.library.rehydrateTool(run)
    const reference = host.library.formatReference(host.library.digestText(one))
    const history = [system(), user('Look.'), ...exchange('one', reference), user('Go on.')]
    const held: SentRules = { hardLimit, retention: 1, mayElide: true, bodies: [one] }
    const { signal } = host
    return {
      run: run as never, // a run of any message
      bodies: [one],
      delivers: false,
      act: async () => {
        const asked = { signal, tool: 'look' }
        const [{ text, decision }] = await allOf([run.offload(one, asked), run.offload(one, asked)])
        if (decision.outcome !== 'offloaded' && text.includes(one))
          host.violations.push('a body stays by failure')
        await tool.execute({ reference }, { signal })
        return run.dispatch(
          history,
          host.send(() => history, held),
          { signal },
        )
      },
      again: async () => {
        const { decision } = await run.offload(one, { tool: 'look' })
        if (!/^(offloaded|existingReference)$/.test(decision.outcome))
          host.violations.push(`${decision.reason} where nothing fails any more`)
        await tool.execute({ reference })
        return run.dispatch(
          history,
          host.send(() => history, held),
        )
      },
    }
  },
}

const elidingReducer: Scenario = {
  name: 'results that are kept when a reducer elides them',
  open: async (host) => {
    const { storage, kept } = faultyStorage(host)
    const { artifactWorkspace } = host.library
    const reducer: Partial<HybridProfile<Message>> = {
      elideOlderResults: false,
      upstreamReducer: ({ messages }) => ({
        elide: messages.flatMap(({ content }, index) => (String(content).length > 350 ? [index] : [])),
      }),
    }
    const { run, send } = elisionOn(
      host,
      artifactWorkspace({ storage }),
      artifactWorkspace({ storage: kept }),
      reducer,
    )
    return {
      run: run as never, // a run of any message
      act: async () => {
        try {
          return await run.dispatch(list, send, { signal: host.signal })
        } catch (error) {
          // Without a place to keep them, what the reducer says comes to nothing.
          if (!host.library.AssemblyTerminatedError.isInstance(error)) throw error
          return undefined
        }
      },
      again: () => run.dispatch(list, send),
    }
  },
}

export const artifactScenarios: readonly Scenario[] = [
  ...[elision, foreignWorkspace, atTheTool, elidingReducer],
]
