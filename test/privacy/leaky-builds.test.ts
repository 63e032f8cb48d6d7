import { afterEach, expect, test, vi } from 'vitest'

type Original = <T>() => Promise<T>

/** One build with one leak, put in on purpose, and the surfaces on which it must be found. */
interface Leak {
  readonly name: string
  readonly build: () => void
  readonly surfaces: readonly string[]
}

const leaks: readonly Leak[] = [
  {
    name: 'diagnostics quote the first message',
    build: () =>
      vi.doMock('../../src/assembly/describe-assembly.ts', async (original: Original) => {
        const { describeAssembly } =
          await original<typeof import('../../src/assembly/describe-assembly.ts')>()
        return {
          describeAssembly: (...inputs: Parameters<typeof describeAssembly>) => ({
            ...describeAssembly(...inputs),
            preview: JSON.stringify(inputs[1].state.capture.messages[0]),
          }),
        }
      }),
    surfaces: ['events', 'streamed', 'published', 'call', 'report'],
  },
  {
    name: 'the serializer lets frames through as they are, and the workbench shows its messages',
    build: () => {
      vi.doMock('../../src/inspect/serialize-frame.ts', () => ({ serializeFrame: (frame: unknown) => frame }))
      vi.doMock('../../src/assembly/workbench.ts', async (original: Original) => {
        const { AssemblyWorkbench } = await original<typeof import('../../src/assembly/workbench.ts')>()
        class Leaky<M> extends AssemblyWorkbench<M> {
          override toJSON(): { readonly call: number } {
            return { call: 0, ...{ messages: this.openState()?.capture.messages } }
          }
        }
        return { AssemblyWorkbench: Leaky }
      })
    },
    surfaces: ['inspector', 'clones'],
  },
  {
    name: 'numbers of a chart come with names that are none of ours',
    build: () =>
      vi.doMock('../../src/inspect/chart-vocabulary.ts', async (original: Original) => {
        const vocabulary = await original<typeof import('../../src/inspect/chart-vocabulary.ts')>()
        return { ...vocabulary, safeNumbers: () => ({ 'kanarie-context': 1 }) }
      }),
    surfaces: ['recording', 'inspector'],
  },
  {
    name: 'a decision about an artifact quotes its body',
    build: () =>
      vi.doMock('../../src/artifacts/offload-body.ts', async (original: Original) => {
        const { offloadBody } = await original<typeof import('../../src/artifacts/offload-body.ts')>()
        return {
          offloadBody: async (...inputs: Parameters<typeof offloadBody>) => ({
            ...(await offloadBody(...inputs)),
            reason: inputs[2].slice(0, 40),
          }),
        }
      }),
    surfaces: ['events', 'streamed', 'published', 'logged'],
  },
  {
    name: 'a line of the log quotes the run',
    build: () =>
      vi.doMock('../../src/observability/format-event.ts', () => ({ formatEvent: () => 'kanarie-message' })),
    surfaces: ['logged'],
  },
  {
    name: 'an error keeps what was thrown as its cause',
    build: () =>
      vi.doMock('../../src/errors/reducer-contract-error.ts', async (original: Original) => {
        const { ReducerContractError } =
          await original<typeof import('../../src/errors/reducer-contract-error.ts')>()
        class Leaky extends ReducerContractError {
          override cause = new Error('kanarie-cause')
        }
        return { ReducerContractError: Leaky }
      }),
    surfaces: ['errors', 'refusals'],
  },
]

afterEach(() => {
  vi.doUnmock('../../src/assembly/describe-assembly.ts')
  vi.doUnmock('../../src/inspect/serialize-frame.ts')
  vi.doUnmock('../../src/assembly/workbench.ts')
  vi.doUnmock('../../src/inspect/chart-vocabulary.ts')
  vi.doUnmock('../../src/observability/format-event.ts')
  vi.doUnmock('../../src/artifacts/offload-body.ts')
  vi.doUnmock('../../src/errors/reducer-contract-error.ts')
  vi.resetModules()
})

async function hitsOfBuild(): Promise<readonly string[]> {
  vi.resetModules()
  const { hitsOf, playPlanted } = await import('./play-planted.ts')
  const { plantedSituations } = await import('./planted-situations.ts')
  const hits: string[] = []
  const names = [
    ...['the list is reduced', 'required content is too large', 'the reducer answers with a text'],
    'a body is read back, and rides',
  ]
  const { plantedArtifacts } = await import('./planted-artifacts.ts')
  for (const situation of [...plantedSituations(), ...plantedArtifacts()].filter(({ name }) =>
    names.includes(name),
  )) {
    hits.push(...hitsOf(await playPlanted(situation)))
  }
  return hits
}

test.each(leaks)('a build in which $name is caught', async ({ name, build, surfaces }) => {
  build()
  const hits = await hitsOfBuild()
  const found = new Set(hits.map((hit) => hit.split(' ')[0]))
  console.log(`${name}: ${hits.length} hits on ${[...found].join(', ')}`)
  expect([...found]).toEqual(expect.arrayContaining([...surfaces]))
})

test('the build as it is has none', async () => {
  expect(await hitsOfBuild()).toEqual([])
})
