/** What a host is held to: the seven promises, and how calls are settled. The order of the tests. */
export const conformanceBehaviours = {
  everyCall: 'sends every call through the run',
  hardLimit: 'sends nothing above the hard limit',
  refusal: 'sends nothing, and says why, when no list fits',
  structure: 'sends the very list that was verified',
  reducerIsAdvice: 'sends a valid list whatever the reducer does',
  once: 'sends a rehydrated body in one completed call',
  fresh: 'sends what the history holds now',
  silence: 'lets no content out',
  nothingLost: "leaves the host's own messages alone",
  streaming: 'sends the same when it streams',
  commit: 'commits a call that was answered',
  failedCall: 'releases a call that failed, and passes the error on',
  abortedCall: 'releases a call that was aborted, and sends no more',
  brokenOffStream: 'releases a stream that was given up',
  alreadyBound: 'refuses to be bound twice',
  paths: 'goes the ways of the assembly chart',
} as const

/** A behaviour that the suite asks of a host. */
export type ConformanceBehaviour = keyof typeof conformanceBehaviours
