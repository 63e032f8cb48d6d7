import type { FaultyHost as AnyFaultyHost } from '../../faults/faulty-host.ts'
import type { Scenario } from '../../faults/scene.ts'

/** The library with the seams of the hosts, as the fault cases use it. */
export type HostLibrary = typeof import('./library.ts')

/** A host everything of which goes through ports, with the seams. */
export type FaultyHost = AnyFaultyHost<HostLibrary>

/** A way through one of the seams. */
export type HostScenario = Scenario<HostLibrary>
