import assert from 'node:assert/strict'
import { ProfileError } from '../../errors/profile-error.ts'
import { type ConformanceBehaviour, conformanceBehaviours } from './behaviours.ts'
import type { CallMode, ConformanceAdapter } from './conformance-adapter.ts'
import { pathsThroughSeams, takeThroughSeam } from './conformance-paths.ts'
import { deliversOnce } from './delivers-once.ts'
import { promiseChecks } from './promises.ts'

/** What tests are registered with: vitest, jest, mocha or `node:test` have both. */
export interface TestRunner {
  describe(title: string, body: () => void): unknown
  it(title: string, body: () => Promise<void>): unknown
}

const onceForBothModes: readonly ConformanceBehaviour[] = ['streaming', 'brokenOffStream', 'alreadyBound']

/**
 * Registers the suite that every host must pass: the seven promises, how calls are settled, and the ways of the assembly
 * chart that can be brought about from outside. A declared gap is tested, too: it has to be there.
 *
 * @param runner `{ describe, it }` of the test runner; default: those that it has made global
 * @throws ProfileError where there is no test runner
 * @example
 * import { describe, it } from 'vitest'
 * hostConformance(adapter, { describe, it })
 */
export function hostConformance<M>(
  adapter: ConformanceAdapter<M>,
  runner: TestRunner = globalRunner(),
): void {
  const { describe, it } = runner
  const gaps = adapter.unsupported ?? {}
  const modes: readonly CallMode[] = gaps.streaming === undefined ? ['generate', 'stream'] : ['generate']

  describe(`${adapter.name}: host conformance`, () => {
    for (const behaviour of Object.keys(conformanceBehaviours) as ConformanceBehaviour[]) // its own keys
      register(behaviour)
  })

  function register(behaviour: ConformanceBehaviour): void {
    const title = conformanceBehaviours[behaviour]
    if (behaviour === 'paths') {
      for (const [end, paths] of pathsThroughSeams()) {
        check(behaviour, `${title} that end as ${end}, ${paths.length} of them`, async () => {
          for (const path of paths) {
            for (const mode of modes) await explained(path.description, takeThroughSeam(adapter, path, mode))
          }
        })
      }
      return
    }
    const body = behaviour === 'once' ? deliversOnce : promiseChecks[behaviour]
    const inModes: readonly CallMode[] = onceForBothModes.includes(behaviour) ? ['generate'] : modes
    for (const mode of inModes) {
      const suffix = inModes.length > 1 ? ` (${mode})` : ''
      check(behaviour, `${title}${suffix}`, () => body(adapter, mode))
    }
  }

  function check(behaviour: ConformanceBehaviour, title: string, body: () => Promise<void>): void {
    const gap = gaps[behaviour]
    if (gap === undefined) it(title, body)
    else {
      it(`${title} (unsupported: ${gap})`, async () => {
        const works = await body().then(
          () => true,
          () => false,
        )
        assert.ok(!works, 'declared as unsupported, and it works: take the declaration out')
      })
    }
  }
}

async function explained(description: string, body: Promise<void>): Promise<void> {
  try {
    await body
  } catch (error) {
    throw new Error(`on the path "${description}"`, { cause: error })
  }
}

function globalRunner(): TestRunner {
  const { describe, it } = globalThis as { describe?: unknown; it?: unknown } // a test runner's, where there is one
  if (typeof describe === 'function' && typeof it === 'function')
    return { describe, it } as unknown as TestRunner // both are there
  throw new ProfileError([
    {
      path: 'runner',
      message: 'must be { describe, it } of your test runner, which has not made them global',
    },
  ])
}
