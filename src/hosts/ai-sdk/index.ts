export { boundModel } from './bound-model.ts'
export type { BoundModelOptions, OwnRunOptions } from './bound-model-options.ts'
export type { AiSdkModel } from './language-model.ts'
