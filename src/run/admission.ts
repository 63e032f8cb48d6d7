/** A place in the queue, to be left when the call is settled. */
export type Leave = () => void

/** Lets calls in: all at once, or one after the other. */
export interface Admission {
  /** Resolves when it is this call's turn; rejects with the reason when the signal is aborted before. */
  enter(signal: AbortSignal | undefined): Promise<Leave>
}

export const concurrentAdmission: Admission = Object.freeze({ enter: async () => () => {} })

/** One call at a time, in the order of asking. A call that gives up in the queue leaves no trace. */
export function serialAdmission(): Admission {
  let last: Promise<void> = Promise.resolve()
  return {
    enter: async (signal) => {
      const before = last
      let leave: Leave = () => {}
      const left = new Promise<void>((resolve) => {
        leave = resolve
      })
      last = before.then(() => left)
      try {
        await turnOrAbort(before, signal)
      } catch (reason) {
        leave()
        throw reason
      }
      return leave
    },
  }
}

function turnOrAbort(turn: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return turn
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    turn.then(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    })
  })
}
