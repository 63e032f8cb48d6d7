export { ServerHeldContextError, type ServerHeldKind } from '../../errors/server-held-context-error.ts'
export { boundProcessor } from './bound-processor.ts'
export type { BoundProcessorOptions, OwnRunOptions } from './bound-processor-options.ts'
export type { BoundProcessor } from './mastra-processor.ts'
