import fc from 'fast-check'

/** What a reducer does when it is asked. */
export type ReducerStep = 'drop' | 'dropAll' | 'throw' | 'null' | 'same' | 'forge' | 'never'

/** How a call ends that was handed a list. */
export type CallEnd = 'commit' | 'release' | 'dispose' | 'abort' | 'leave'

/** One thing that a host does with its run. Each waits for its turn, and again wherever it waits for something. */
export type Command =
  | { readonly does: 'assemble'; readonly end: CallEnd; readonly reducer: readonly ReducerStep[] }
  | { readonly does: 'dispatch'; readonly fails: boolean; readonly reducer: readonly ReducerStep[] }
  | { readonly does: 'append' | 'shorten' | 'rewrite'; readonly size: number }
  | { readonly does: 'rehydrate'; readonly letter: string }
  | { readonly does: 'offload'; readonly size: number }
  | { readonly does: 'abortAll' }
  | { readonly does: 'restore' }
  | { readonly does: 'close' }

/** What is done, how the run is set up, and in which order it happens. */
export interface Script {
  readonly commands: readonly Command[]
  readonly attempts: number
  readonly tolerates: boolean
  readonly elides: boolean
  readonly isSerial: boolean
  readonly scheduler: fc.Scheduler
}

const reducer = fc.array(
  fc.constantFrom<ReducerStep>('drop', 'drop', 'drop', 'dropAll', 'throw', 'null', 'same', 'forge', 'never'),
  { minLength: 1, maxLength: 3 },
)
const size = fc.integer({ min: 1, max: 700 })

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('assemble' as const),
      end: fc.constantFrom<CallEnd>('commit', 'commit', 'release', 'dispose', 'abort', 'leave'),
      reducer,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('dispatch' as const), fails: fc.boolean(), reducer }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom('append' as const, 'shorten' as const, 'rewrite' as const),
      size,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('rehydrate' as const), letter: fc.constantFrom('a', 'b') }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('offload' as const), size }) },
  { weight: 1, arbitrary: fc.constantFrom('abortAll', 'restore', 'close').map((does) => ({ does })) },
)

export const scripts: fc.Arbitrary<Script> = fc.record({
  commands: fc.array(command, { minLength: 2, maxLength: 12 }),
  attempts: fc.integer({ min: 1, max: 3 }),
  tolerates: fc.boolean(),
  elides: fc.boolean(),
  isSerial: fc.boolean(),
  scheduler: fc.scheduler(),
})
