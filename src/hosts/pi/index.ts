export { type BoundContext, boundContext, type PiEvent } from './bound-context.ts'
export type { BoundContextOptions, BoundStreamOptions, OwnRunOptions } from './bound-pi-options.ts'
export { type BoundStream, boundStream } from './bound-stream.ts'
export type { PiStreamFunction } from './pi-stream.ts'
