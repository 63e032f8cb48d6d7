import type { FaultKind } from './faulty-host.ts'

/** Points that some faults can't come to, with the reason. */
export interface FaultException {
  readonly points: RegExp
  readonly kinds: readonly FaultKind[]
  readonly reason: string
}

const failing = ['throws', 'rejects', 'answers late', 'never answers'] as const

export const faultExceptions: readonly FaultException[] = [
  {
    points: /readStored(Body|Record) 2$/,
    kinds: [...failing, 'aborts'],
    reason: 'waits for a timer, while no port is asked; that an abort ends it is tested with torn writes',
  },
  {
    points: /callAlone(\.\S+)? 2$|passThroughRun\.close 1$|restoreRun 3$/,
    kinds: [...failing, 'aborts'],
    reason: 'closes a run that holds nothing any more: nobody else is asked',
  },
  {
    points: /QuietStore\.written 1$/,
    kinds: ['throws', 'rejects'],
    reason: 'a store that fails is an answer, which is there before anybody waits for what is written',
  },
]
