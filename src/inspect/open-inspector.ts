import { setTimeout as wait } from 'node:timers/promises'
import type { RunActorInspector } from '../run/run-actor.ts'
import { startRelay } from './inspector-relay.ts'
import type { RecordingLine } from './recording.ts'
import { replayFrames } from './replay-frames.ts'
import { serializeFrame } from './serialize-frame.ts'

/** Options of `openInspector`. */
export interface InspectorOptions {
  /** Port on this machine. Default: a free one. */
  readonly port?: number
  /** Where the inspector's own page is. Default `https://stately.ai/inspect`. */
  readonly uiUrl?: string
}

/** An inspector that runs can be opened with. */
export interface OpenInspector extends AsyncDisposable {
  /** The option of `openRun`, for one run or for several. */
  readonly inspect: RunActorInspector
  /** The page to open; nothing opens it by itself. */
  readonly url: string
  /** Shows a recording. */
  replay(recording: readonly RecordingLine[]): void
  /** Ends the relay and its connections. Stopping twice does nothing. */
  stop(): Promise<void>
}

/**
 * Opens the Stately Inspector (`@statelyai/inspect`, an optional peer) on a relay of this machine. The relay listens on
 * loopback only, under a secret path; frames go through `serializeFrame`. What draws them is a page of stately.ai, which
 * the browser loads.
 *
 * @throws when `@statelyai/inspect` is not installed, or the port is taken
 */
export async function openInspector({
  port = 0,
  uiUrl = 'https://stately.ai/inspect',
}: InspectorOptions = {}): Promise<OpenInspector> {
  const { createInspector } = await import('@statelyai/inspect')
  const relay = await startRelay(port, uiUrl)
  const inspector = createInspector({ send: (frame) => relay.send(frame) }, { serialize: serializeFrame })
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopped ??= flushed().then(() => relay.stop())
    return stopped
  }
  return {
    inspect: inspector.inspect,
    url: relay.url,
    replay: (recording) => {
      for (const frame of replayFrames(recording)) relay.send(serializeFrame(frame))
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

// The package puts each frame off by a timer of no length; those run in their order.
function flushed(): Promise<unknown> {
  return wait(0)
}
