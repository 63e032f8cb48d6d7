/** A stream that gives what a generator gives, a part at a time, when it is asked. */
export function streamOf<P>(parts: AsyncGenerator<P, void>, cancel: () => Promise<void>): ReadableStream<P> {
  return new ReadableStream<P>(
    {
      pull: async (controller) => {
        const { done, value } = await parts.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel,
    },
    { highWaterMark: 0 },
  )
}
