import type { EventHeader, PlimsollEvent } from './events.ts'

type Body<E> = E extends PlimsollEvent ? Omit<E, Exclude<keyof EventHeader, 'assemblyId'>> : never

/** An event without the part of its header that the reporter knows. */
export type EventBody = Body<PlimsollEvent>
