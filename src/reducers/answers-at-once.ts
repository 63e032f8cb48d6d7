const marked = new WeakSet<object>()

/**
 * Marks a reducer of ours that answers at once out of the units and numbers that it is shown. It reads no message, and
 * gives nobody else the word: what the host holds is then as it was before.
 */
export function answeringAtOnce<R extends object>(reducer: R): R {
  marked.add(reducer)
  return reducer
}

/** Whether a reducer is one of ours that answers at once. */
export function answersAtOnce(reducer: unknown): boolean {
  return typeof reducer === 'function' && marked.has(reducer)
}
