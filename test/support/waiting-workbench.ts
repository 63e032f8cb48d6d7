import type { Workbench } from '../../machines/index.ts'

/** A step that a workbench was asked for, to be answered by the test, or never. */
export interface AskedStep {
  readonly name: string
  readonly arguments: readonly unknown[]
  readonly signal: AbortSignal | undefined
  answer(facts: object): void
  fail(error: unknown): void
}

/** A workbench that only waits, and what was asked of it. */
export interface WaitingWorkbench {
  readonly workbench: Workbench
  readonly asked: readonly AskedStep[]
  readonly adopted: readonly unknown[]
  readonly kept: readonly unknown[]
}

/** Makes a workbench whose steps answer when the test says so. */
export function waitingWorkbench(): WaitingWorkbench {
  const asked: AskedStep[] = []
  const adopted: unknown[] = []
  const kept: unknown[] = []
  const step =
    (name: string) =>
    (...given: readonly unknown[]): Promise<never> =>
      new Promise((resolve, reject) => {
        asked.push({
          name,
          arguments: given,
          signal: given.find((argument) => argument instanceof AbortSignal),
          answer: (facts) => resolve(facts as never), // the test states what this step answers with
          fail: reject,
        })
      })
  const workbench: Workbench = {
    captureSnapshot: step('captureSnapshot'),
    evictBodies: step('evictBodies'),
    elideResults: step('elideResults'),
    replayReduction: step('replayReduction'),
    proposeReduction: step('proposeReduction'),
    verifyProposal: step('verifyProposal'),
    fallBack: step('fallBack'),
    relieveByElision: step('relieveByElision'),
    relieveByShrinking: step('relieveByShrinking'),
    recheckHistory: step('recheckHistory'),
    confirmDispatch: step('confirmDispatch'),
    adopt: (draft) => adopted.push(draft),
    keep: (error) => kept.push(error),
  }
  return { workbench, asked, adopted, kept }
}
