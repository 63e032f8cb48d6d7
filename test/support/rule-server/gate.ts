/** A place where the server waits for the test. */
export interface Gate {
  /** Resolves when an answer stands at the gate. */
  readonly reached: Promise<void>
  readonly opened: Promise<void>
  open(): void
  /** Called by the server. */
  arrive(): void
}

export function createGate(): Gate {
  let open = (): void => {}
  let arrive = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const reached = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return { reached, opened, open: () => open(), arrive: () => arrive() }
}
