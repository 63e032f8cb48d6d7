import { hasCode, nameError, PlimsollError } from './plimsoll-error.ts'

export type CompositionProblem =
  | 'capabilityWithoutProfile'
  | 'profileWithoutCapability'
  | 'alreadyWrapped'
  | 'unsupportedModel'
  | 'unsupportedClient'
  | 'reentrantCall'

const explanations: Record<CompositionProblem, string> = {
  capabilityWithoutProfile:
    'compaction is enabled but no hybridProfile is given. Supply the profile for the same composition, or drop the ' +
    'capability',
  profileWithoutCapability:
    'a hybridProfile is given but compaction is not enabled. Request it with ' +
    "requestCapabilities(['compaction']), or drop the profile",
  alreadyWrapped:
    'what is to be bounded is bounded already, and exactly one compaction component may stand in a composition. Bound it once',
  unsupportedModel:
    'this is no model that the entry bounds, but a model id, something that makes models, or a model of another host. ' +
    'Pass the model object itself, such as openai("…"), to the entry of its host',
  unsupportedClient:
    'this object is no client that can be bounded. Pass a client of the SDK that the entry is for, in a major that it names',
  reentrantCall:
    "a reducer called the model through the run that is waiting for the reducer. Give the reducer's own calls a run of " +
    'their own (run.child() or plimsoll.openRun())',
}

/** Parts that don't belong together were put together. Thrown before anything is constructed or called. */
export class CompositionError extends PlimsollError {
  static {
    nameError(CompositionError, 'CompositionError')
  }

  readonly code = 'composition'
  readonly problem: CompositionProblem

  constructor(problem: CompositionProblem) {
    super(`Composition refused (${problem}): ${explanations[problem]}.`)
    this.problem = problem
  }

  static override isInstance(value: unknown): value is CompositionError {
    return hasCode(value, 'composition')
  }
}
