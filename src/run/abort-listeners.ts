/** Who waits for the abort of a signal, behind the one listener that the signal has for all of them. */
interface Waiting {
  readonly listeners: Set<() => void>
  readonly tellAll: () => void
}

const waitingFor = new WeakMap<AbortSignal, Waiting>()

/**
 * Calls a function when a signal is aborted; answers with a function that ends the waiting. A long-lived signal that
 * serves many calls has one listener for all of them, and none when none is open: Node warns of more than ten.
 */
export function whenAborted(signal: AbortSignal, listener: () => void): () => void {
  const waiting = waitingFor.get(signal) ?? startWaiting(signal)
  // A function of its own, so that one listener can wait twice.
  const heard = (): void => listener()
  waiting.listeners.add(heard)
  return () => {
    waiting.listeners.delete(heard)
    if (waiting.listeners.size > 0 || waitingFor.get(signal) !== waiting) return
    signal.removeEventListener('abort', waiting.tellAll)
    waitingFor.delete(signal)
  }
}

function startWaiting(signal: AbortSignal): Waiting {
  const listeners = new Set<() => void>()
  const tellAll = (): void => {
    waitingFor.delete(signal)
    for (const listener of [...listeners]) listener()
  }
  const waiting = { listeners, tellAll }
  waitingFor.set(signal, waiting)
  signal.addEventListener('abort', tellAll, { once: true })
  return waiting
}
