import { openFaultyRun } from '../../faults/scenarios/open-faulty-run.ts'
import { bytes } from '../../support/messages.ts'
import type { FaultyHost, HostScenario } from './library-type.ts'

const long = bytes(500, 'a')

/** Tools that answer at once, later, and bit by bit. */
function toolsOf(host: FaultyHost) {
  const asked = <T>(name: string, answer: T, signal: AbortSignal | undefined): Promise<T> =>
    host.library.untilAborted(
      host.port(name, () => Promise.resolve(answer)),
      signal,
    )
  return {
    look: {
      execute: (_: unknown, { abortSignal }: Options) => asked('look', long, abortSignal),
      toModelOutput: ({ output }: { output: unknown }) =>
        host.port('toModelOutput', () => Promise.resolve({ type: 'text', value: output })),
    },
    watch: {
      async *execute(_: unknown, { abortSignal }: Options) {
        for (const shown of ['not yet', long]) yield await asked('watch', shown, abortSignal)
      },
    },
  }
}

interface Options {
  readonly toolCallId: string
  readonly abortSignal?: AbortSignal | undefined
}

const offloading: HostScenario = {
  name: 'ai-sdk, tools whose results are kept',
  open: async (host) => {
    const own = host.library.artifactWorkspace()
    const workspace = {
      ...own,
      store: (...all: Parameters<typeof own.store>) => host.port('store', () => own.store(...all)),
    }
    const run = openFaultyRun(
      host,
      {},
      {
        ...{ workspace, offload: { inlineLimitBytes: 100 }, clock: () => 0 },
        ...{ report: host.recorder.report, onRefusal: () => undefined },
      },
    )
    const { look, watch } = host.library.boundTools(toolsOf(host), run)
    const use = async (options: Options): Promise<void> => {
      const shown: unknown[] = [await look.execute({}, options)]
      for await (const output of watch.execute({}, options)) shown.push(output)
      // What is shown meanwhile is for who watches.
      if (shown[0] === long || shown.at(-1) === long)
        host.violations.push('a result stays that is to be kept')
    }
    return {
      run: run as never, // a run of any message
      act: async () => {
        try {
          await use({ toolCallId: 'call', abortSignal: host.signal })
        } catch (error) {
          // The model reads as much, and the SDK goes on.
          if (!(error instanceof Error) || !/could not be put aside/.test(error.message)) throw error
        }
      },
      again: () => use({ toolCallId: 'call' }),
    }
  },
}

export const aiSdkToolScenarios: readonly HostScenario[] = [offloading]
