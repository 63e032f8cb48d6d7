import type { FaultException } from '../../faults/fault-exceptions.ts'

/** Points of the hosts' seams that some faults can't come to, with the reason. */
export const hostFaultExceptions: readonly FaultException[] = [
  {
    points: /bindClone\.makeRequest 1$/,
    kinds: ['throws'],
    reason: 'waits for options that the client was given as a promise, before it was asked',
  },
  {
    points: /boundTool\.execute 1$/,
    kinds: ['throws'],
    reason: 'waits for what the tool has answered with: one that throws did so to its caller before',
  },
]
