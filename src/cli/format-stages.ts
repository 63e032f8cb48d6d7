import type { Stage } from '../../machines/assembly/outcomes.ts'

const words: Readonly<Record<Stage, string>> = {
  snapshotCaptured: '',
  recoverableBodyEviction: 'evict',
  resultElision: 'elide',
  reductionReplayed: 'replay',
  reducerAttempt: 'reduce',
  restartedAfterMutation: 'restart',
  deterministicFallback: 'fallback',
  reliefElision: 'relief elide',
  reliefShrinkRetention: 'relief shrink',
}

/** The steps of an assembly beyond looking at the list. */
export function formatStages(stages: readonly Stage[]): string {
  const told = stages.map((stage) => words[stage]).filter((word) => word !== '')
  return told.length > 0 ? told.join(', ') : '-'
}
