export type { RehydrateInput } from './rehydrate-input.ts'
export { type RehydrateTool, type RehydrateToolOptions, rehydrateTool } from './rehydrate-tool.ts'
