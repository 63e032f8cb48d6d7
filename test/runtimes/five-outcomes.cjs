/**
 * Brings a run to each of its outcomes and names them in their order. Plain JavaScript, and given the library: every runtime
 * and every way of loading runs the same lines.
 */
exports.fiveOutcomes = async ({ plimsoll, reducers }) => {
  const message = (length) => ({ role: 'user', content: 'x'.repeat(length) })
  const outcomeOf = async (upstreamReducer, history) => {
    const composition = plimsoll.createPlimsoll({
      capabilities: plimsoll.requestCapabilities(['compaction']),
      hybridProfile: {
        hardLimitBytes: 1_000,
        recentMessageRetentionCount: 1,
        maximumCompactionAttempts: 1,
        upstreamReducer,
      },
    })
    const run = composition.openRun()
    try {
      const call = await run.assemble(history)
      const size = call.messages.reduce((sum, { content }) => sum + content.length, 0)
      await call.commit()
      return size <= 1_000 ? call.diagnostics.outcome : `${size} is above the limit`
    } catch (error) {
      if (!plimsoll.AssemblyTerminatedError.isInstance(error)) throw error
      return error.outcome
    } finally {
      await run.close()
    }
  }
  const long = [message(600), message(600), message(10)]
  const live = plimsoll.liveHistory(long)
  const dropOldest = reducers.dropOldest()
  return [
    await outcomeOf(dropOldest, [message(10)]),
    await outcomeOf(dropOldest, long),
    await outcomeOf(() => ({}), long),
    await outcomeOf(dropOldest, [message(10), message(2_000)]),
    await outcomeOf((request) => {
      live.append(message(1))
      return dropOldest(request)
    }, live),
  ]
}
