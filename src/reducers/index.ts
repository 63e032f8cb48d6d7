export { dropOldest } from './drop-oldest.ts'
export { type SlidingWindowOptions, slidingWindow } from './sliding-window.ts'
