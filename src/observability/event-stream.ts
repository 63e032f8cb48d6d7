import type { PlimsollEvent, Report } from './events.ts'

/** Options of `eventStream`. */
export interface EventStreamOptions {
  /** How many events wait at most for a reader; above it the oldest are dropped. 1 or more; default 1,000. */
  readonly capacity?: number
}

/** Events as an async iterator, for one reader. A reader that is slow loses the oldest events and delays nothing. */
export interface EventStream extends AsyncIterableIterator<PlimsollEvent> {
  /** The sink to pass to `openRun({ report })`. */
  readonly report: Report
  /** Events that were dropped because nobody read them in time. */
  readonly droppedCount: number
  /** Ends the iteration once what waits is read. What is reported afterwards is ignored. */
  close(): void
}

/**
 * Makes a sink that is read with `for await`. Events come in the order in which they were told.
 *
 * @throws RangeError for a capacity that is not a whole number of at least 1
 * @example
 * const events = eventStream()
 * const run = plimsoll.openRun({ report: events.report })
 * for await (const event of events) console.error(formatEvent(event))
 */
export function eventStream({ capacity = 1_000 }: EventStreamOptions = {}): EventStream {
  if (!Number.isSafeInteger(capacity) || capacity < 1) {
    throw new RangeError('The capacity of an event stream must be a whole number of at least 1.')
  }
  const waiting: PlimsollEvent[] = []
  const readers: ((result: IteratorResult<PlimsollEvent, undefined>) => void)[] = []
  let droppedCount = 0
  let closed = false
  const close = (): void => {
    closed = true
    for (const read of readers.splice(0)) read({ done: true, value: undefined })
  }
  const stream: EventStream = {
    report: (event) => {
      if (closed) return
      const read = readers.shift()
      if (read) {
        read({ done: false, value: event })
        return
      }
      if (waiting.length === capacity) {
        waiting.shift()
        droppedCount += 1
      }
      waiting.push(event)
    },
    get droppedCount() {
      return droppedCount
    },
    close,
    next: () => {
      const event = waiting.shift()
      if (event) return Promise.resolve({ done: false, value: event })
      if (closed) return Promise.resolve({ done: true, value: undefined })
      return new Promise((resolve) => {
        readers.push(resolve)
      })
    },
    return: () => {
      waiting.length = 0
      close()
      return Promise.resolve({ done: true, value: undefined })
    },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}
