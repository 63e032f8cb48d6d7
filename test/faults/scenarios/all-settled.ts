/** Waits for all of them, and then fails with the first that fails. */
export async function allOf<const T extends readonly Promise<unknown>[]>(
  calls: T,
): Promise<{ -readonly [I in keyof T]: Awaited<T[I]> }> {
  const settled = await Promise.allSettled(calls)
  const failed = settled.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
  return Promise.all(calls) as never // which is what it answers with
}

/** Waits for all of them, and then fails with the first that fails. */
export async function all(calls: readonly Promise<unknown>[]): Promise<void> {
  await allOf(calls)
}
