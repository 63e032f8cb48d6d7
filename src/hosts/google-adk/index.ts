export { ServerHeldContextError, type ServerHeldKind } from '../../errors/server-held-context-error.ts'
export type { AdkLlm } from './adk-llm.ts'
export { boundLlm } from './bound-llm.ts'
export type { BoundLlmOptions, OwnRunOptions } from './bound-llm-options.ts'
