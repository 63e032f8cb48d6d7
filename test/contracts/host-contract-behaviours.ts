/** What every host promises, in the order of the reference page. */
export const hostBehaviours = {
  everyRound: 'sees every round',
  hardLimit: 'stays under the limit',
  refusal: 'refuses once, nothing leaves',
  history: 'leaves history alone',
  streaming: 'streams alike',
  abort: 'releases an aborted call',
  earlyBreak: 'releases a broken-off stream',
  alreadyWrapped: 'refuses a second bound',
  overhead: 'counts what is beside the list',
  reasoning: 'keeps reasoning and signatures',
  serverHeld: 'refuses server-held context',
  retries: "bounds the host's retries anew",
} as const

export type HostBehaviour = keyof typeof hostBehaviours

/** Reasons, by the behaviour that they are about. */
export type Reasons = Readonly<Partial<Record<HostBehaviour, string>>>
