import type { Plimsoll, Run } from '../../../src/index.ts'
import { faultyLeases, owner } from '../../faults/scenarios/lease-scenarios.ts'
import { openFaultyRun } from '../../faults/scenarios/open-faulty-run.ts'
import { referenceOf } from '../../leases/body-run.ts'
import type { FaultyHost } from './library-type.ts'
import { body, hardLimitBytes } from './turns.ts'

/** What bounds the calls of a scenario. */
export type BoundedBy = 'run' | 'plimsoll' | 'nothing'

/** What a seam is bound with. */
export interface SeamBounds {
  /** A run, or what opens one for each call: adapters tell them apart by themselves. */
  readonly bounds: Run<unknown>
  /** Runs that calls had for themselves. */
  readonly opened: readonly Run<unknown>[]
}

/** Opens what bounds: a run in which a body waits to be delivered, or a plimsoll whose runs are counted. */
export async function openBounds(host: FaultyHost, by: BoundedBy): Promise<SeamBounds> {
  const { library } = host
  if (by === 'nothing') return { bounds: library.createPlimsoll().openRun(), opened: [] }
  const drop = library.dropOldest()
  const profile = {
    hardLimitBytes,
    upstreamReducer: (request: Parameters<typeof drop>[0]) => host.port('reducer', async () => drop(request)),
  }
  if (by === 'plimsoll') return countRuns(library.createPlimsoll(library.recommended(profile)))
  const workspace = library.artifactWorkspace()
  await workspace.store(body, owner)
  const run = openFaultyRun(host, profile as never, {
    ...{ workspace, leases: faultyLeases(host), clock: () => 0 },
    ...{ report: host.recorder.report, onRefusal: () => undefined },
  })
  await run.rehydrate(referenceOf('a'))
  return { bounds: run as Run<unknown>, opened: [] }
}

function countRuns(plimsoll: Plimsoll<unknown>): SeamBounds {
  const opened: Run<unknown>[] = []
  const counting = {
    ...plimsoll,
    openRun: (options: Parameters<typeof plimsoll.openRun>[0]) => {
      const run = plimsoll.openRun(options)
      opened.push(run)
      return run
    },
  }
  return { bounds: counting as unknown as Run<unknown>, opened } // the adapter tells it by its `openRun`
}
