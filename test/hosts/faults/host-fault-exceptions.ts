import type { FaultException } from '../../faults/fault-exceptions.ts'

/** Points of the hosts' seams that some faults can't come to, with the reason. */
export const hostFaultExceptions: readonly FaultException[] = [
  {
    points: /bindClone\.makeRequest 1$/,
    kinds: ['throws'],
    reason: 'waits for options that the client was given as a promise, before it was asked',
  },
  {
    points: /openai-agents\/bound-requests\.ts BoundRequests\.answered 1$/,
    kinds: ['throws', 'rejects', 'answers late', 'never answers'],
    reason: 'is come to behind an abort, which has released the call: nobody is asked',
  },
  {
    points: /boundTool\.execute 1$/,
    kinds: ['throws'],
    reason: 'waits for what the tool has answered with: one that throws did so to its caller before',
  },
]
