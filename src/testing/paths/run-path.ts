import { isDeepStrictEqual } from 'node:util'
import type { Awaitable } from '../../../machines/index.ts'
import type { ChartName, GeneratedPath, PathFacts, PathStep } from './generated-path.ts'
import type { Observation } from './observation.ts'
import { PathDivergedError } from './path-diverged-error.ts'

/** Drives an implementation along a path. */
export interface PathHarness<N extends ChartName = ChartName> {
  /** Why a path can't be taken, where nothing that it could do brings it about. Such a path is not begun. */
  unsupported?(path: GeneratedPath<N>): string | undefined
  /** Makes the implementation ready, and waits where the path begins. */
  start(path: GeneratedPath<N>): Awaitable<Observation<N>>
  /** Brings about what happens in this step, and tells where that leads. */
  take(step: PathStep<N>, at: number): Awaitable<Observation<N>>
  /** Ends it, wherever it is. Called once, also after a divergence. */
  stop?(): Awaitable<void>
}

/** Whether a path was taken, and if not, why the harness does not support it. */
export type PathRun = { readonly taken: true } | { readonly taken: false; readonly reason: string }

/**
 * Drives an implementation along a path, and compares state and facts after each step. Resolves when all are as foreseen,
 * or says why the harness does not support the path: count those, so that a gap can't grow unseen.
 *
 * @throws PathDivergedError that names the step and both sides
 * @throws whatever the harness throws
 */
export async function runPath<N extends ChartName>(
  path: GeneratedPath<N>,
  harness: PathHarness<N>,
): Promise<PathRun> {
  const reason = harness.unsupported?.(path)
  if (reason !== undefined) return { taken: false, reason }
  try {
    compare(path, -1, { event: undefined, ...path.start }, await harness.start(path))
    for (const [at, step] of path.steps.entries()) {
      compare(path, at, { ...step, event: step.event.type }, await harness.take(step, at))
    }
    return { taken: true }
  } finally {
    await harness.stop?.()
  }
}

function compare<N extends ChartName>(
  { chart, description }: GeneratedPath<N>,
  step: number,
  foreseen: Observation<N> & { readonly facts: PathFacts<N> },
  observed: Observation<N>,
): void {
  const differences = [
    ...(observed.event !== undefined && observed.event !== foreseen.event ? ['event'] : []),
    ...(observed.state === foreseen.state ? [] : ['state']),
    ...Object.entries(observed.facts).flatMap(([name, value]) =>
      isDeepStrictEqual(value, Reflect.get(foreseen.facts, name)) ? [] : [name],
    ),
  ]
  if (differences.length > 0) {
    throw new PathDivergedError({ chart, description, step, differences, foreseen, observed })
  }
}
