export interface StreamEnding {
  /** What the stream fails with after its parts. */
  readonly failure?: unknown
  /** Whether it stays open after its parts. */
  readonly open?: boolean
  readonly onCancel?: (reason: unknown) => void
}

/** A stream that gives one part at a time, when it is asked. */
export function streamParts<P>(
  parts: readonly P[],
  { failure, open = false, onCancel }: StreamEnding = {},
): ReadableStream<P> {
  const waiting = [...parts]
  return new ReadableStream<P>(
    {
      pull(controller) {
        const part = waiting.shift()
        if (part !== undefined) controller.enqueue(part)
        else if (failure !== undefined) controller.error(failure)
        else if (open) return new Promise<void>(() => {})
        else controller.close()
        return undefined
      },
      cancel: (reason) => onCancel?.(reason),
    },
    { highWaterMark: 0 },
  )
}

/** A text that is streamed word by word. */
export const textParts = (...words: readonly string[]): object[] => [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: 't' },
  ...words.map((delta) => ({ type: 'text-delta', id: 't', delta })),
]
