import { artifacts } from './areas/artifacts.ts'
import { assembly } from './areas/assembly.ts'
import { calls } from './areas/calls.ts'
import { charts } from './areas/charts.ts'
import { diagnostics } from './areas/diagnostics.ts'
import { entries } from './areas/entries.ts'
import { events } from './areas/events.ts'
import { hosts } from './areas/hosts.ts'
import { inputAndMemory } from './areas/input-and-memory.ts'
import { leases } from './areas/leases.ts'
import { limits } from './areas/limits.ts'
import { optIn } from './areas/opt-in.ts'
import { reducers } from './areas/reducers.ts'
import { requiredContent } from './areas/required-content.ts'
import { restarts } from './areas/restarts.ts'
import { surface } from './areas/surface.ts'
import { verification } from './areas/verification.ts'
import { workspaces } from './areas/workspaces.ts'
import type { Requirement } from './requirement.ts'

/** All that is demanded of the library, area by area. */
export const requirements: readonly Requirement[] = [
  ...optIn,
  ...limits,
  ...assembly,
  ...restarts,
  ...verification,
  ...requiredContent,
  ...entries,
  ...reducers,
  ...inputAndMemory,
  ...leases,
  ...calls,
  ...charts,
  ...workspaces,
  ...artifacts,
  ...events,
  ...diagnostics,
  ...hosts,
  ...surface,
]
