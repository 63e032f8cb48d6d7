import type { Awaitable } from '../../machines/assembly/assembly.ports.ts'
import type { Entry } from '../context/entry.ts'
import { andThen } from './and-then.ts'
import type { AssemblyState } from './assembly-state.ts'
import { carryBodies } from './carry-bodies.ts'
import type { EntryMaker } from './entry-maker.ts'
import type { Capture } from './history.ts'
import { placeStanding } from './place-standing.ts'
import { rebase, takeSnapshot } from './take-snapshot.ts'
import type { WorkbenchInput } from './workbench-input.ts'

/** What an assembly begins with: the snapshot of a capture, repaired if asked to, with the bodies that ride in it. */
export function readCapture<M>(
  capture: Capture<M>,
  read: readonly Entry<M>[],
  maker: EntryMaker<M>,
  {
    dialect,
    profile,
    desk,
    bodies,
    lastCall,
  }: Pick<WorkbenchInput<M>, 'dialect' | 'profile' | 'desk' | 'bodies' | 'lastCall'>,
): Awaitable<AssemblyState<M>> {
  const options = { repairs: profile.onBrokenSequence === 'repair', retention: profile.retention }
  const { snapshot: taken, repairedCount } = takeSnapshot(
    read,
    maker,
    dialect.rules,
    options,
    lastCall?.structures,
  )
  return andThen(carryBodies(taken.entries, bodies(), maker, desk), ({ entries, standing, withheld }) => {
    const snapshot = entries === taken.entries ? taken : rebase(taken, entries, profile.retention)
    return {
      capture,
      read,
      originals: taken.entries,
      snapshot,
      repairedCount,
      withheld,
      carries: entries !== taken.entries || standing.length > 0,
      standing,
      candidate: placeStanding(snapshot, snapshot.entries, standing, maker, dialect.rules),
      proposal: null,
    }
  })
}
