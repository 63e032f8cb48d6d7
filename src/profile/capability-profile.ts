import { ProfileError } from '../errors/profile-error.ts'

/** Capabilities that a composition can ask for. */
export type CapabilityName = 'compaction'

/** Delivery phases, in order. */
export type DeliveryPhase = 'G2' | 'G3' | 'G4' | 'G5' | 'G6' | 'G7'

/** What a composition knows of one capability. */
export interface CapabilityRecord {
  readonly capability: CapabilityName
  /** Requested, accepted and delivered; accepted but not delivered yet; or not requested, or not accepted. */
  readonly state: 'enabled' | 'deferred' | 'disabled'
  readonly requested: boolean
  readonly stability: 'experimental'
  readonly trustBoundary: 'externalContent'
  readonly aheadOfTime: 'unverified'
  /** A test builds a single executable that compacts, and runs it: `test/runtimes/single-executable.test.ts`. */
  readonly singleExecutable: 'verified'
  readonly diagnostics: 'available'
  readonly deliveryPhase: DeliveryPhase
}

/** The one resolved profile that a composition reads its capabilities from. */
export interface CapabilityProfile {
  readonly schemaVersion: 1
  readonly evidenceThroughPhase: DeliveryPhase
  readonly capabilities: Readonly<Record<CapabilityName, CapabilityRecord>>
}

export interface CapabilityOptions {
  /** Which stability is accepted. Default `'stableAndExperimental'`: who asks for compaction by name accepts it. */
  readonly accept?: 'stableOnly' | 'stableAndExperimental'
  /** Up to which delivery phase there is evidence. Default: the newest. */
  readonly evidenceThroughPhase?: DeliveryPhase
}

const phases: readonly DeliveryPhase[] = ['G2', 'G3', 'G4', 'G5', 'G6', 'G7']
const compactionPhase: DeliveryPhase = 'G5'

/**
 * Resolves the capabilities that a composition asks for. Compaction is never on by default: it is enabled only when it
 * is requested, its experimental stability is accepted, and the evidence reaches its delivery phase. Source: ADR-0007,
 * "never a default".
 *
 * @throws ProfileError for a capability or a phase that doesn't exist
 */
export function requestCapabilities(
  names: readonly CapabilityName[],
  options: CapabilityOptions = {},
): CapabilityProfile {
  const { accept = 'stableAndExperimental', evidenceThroughPhase = 'G7' } = options
  if (!Array.isArray(names)) {
    throw new ProfileError([{ path: 'capabilities', message: "must be a list, such as ['compaction']" }])
  }
  if (accept !== 'stableOnly' && accept !== 'stableAndExperimental') {
    throw new ProfileError([{ path: 'accept', message: "must be 'stableOnly' or 'stableAndExperimental'" }])
  }
  const unknown = names.findIndex((name) => name !== 'compaction')
  if (unknown >= 0)
    throw new ProfileError([{ path: `capabilities.${unknown}`, message: 'is unknown; compaction is known' }])
  if (!phases.includes(evidenceThroughPhase)) {
    throw new ProfileError([{ path: 'evidenceThroughPhase', message: `must be one of ${phases.join(', ')}` }])
  }
  const requested = names.includes('compaction')
  const delivered = phases.indexOf(evidenceThroughPhase) >= phases.indexOf(compactionPhase)
  return Object.freeze({
    schemaVersion: 1,
    evidenceThroughPhase,
    capabilities: Object.freeze({
      compaction: Object.freeze({
        capability: 'compaction',
        state: stateOf(requested && accept !== 'stableOnly', delivered),
        requested,
        stability: 'experimental',
        trustBoundary: 'externalContent',
        aheadOfTime: 'unverified',
        singleExecutable: 'verified',
        diagnostics: 'available',
        deliveryPhase: compactionPhase,
      }),
    }),
  })
}

function stateOf(accepted: boolean, delivered: boolean): CapabilityRecord['state'] {
  if (!accepted) return 'disabled'
  return delivered ? 'enabled' : 'deferred'
}
