export type { Plan } from '../context/plan.ts'
export type { Reducer, ReductionRequest, ReductionUnit } from '../context/reduction.ts'
export { dropOldest } from './drop-oldest.ts'
export { type SlidingWindowOptions, slidingWindow } from './sliding-window.ts'
