import type { Workbench } from '../../../machines/index.ts'

const never = new Promise<never>(() => {})

/** A workbench that never answers: who takes the path answers for it, with events. Its JSON form is a constant. */
export const silentWorkbench: Workbench & { toJSON(): string } = Object.freeze({
  captureSnapshot: () => never,
  evictBodies: () => never,
  elideResults: () => never,
  replayReduction: () => never,
  proposeReduction: () => never,
  verifyProposal: () => never,
  fallBack: () => never,
  relieveByElision: () => never,
  relieveByShrinking: () => never,
  recheckHistory: () => never,
  confirmDispatch: () => never,
  adopt: () => {},
  keep: () => {},
  toJSON: () => 'silentWorkbench',
})
